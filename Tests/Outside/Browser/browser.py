"""Drives a page in headless Chromium, over the pipe of its debugging protocol.

    browser.py PAGE [--dark] [--size 1200x800] STEP...

The steps are `eval:EXPRESSION`, which prints the value as a line of JSON, `wait:EXPRESSION`, which waits until it is
true, `key:Enter`, `type:TEXT`, and `shot:FILE.png`. The last line has the errors of scripts, the page's requests for
other resources, and the loading time in milliseconds.
"""

import base64
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time


class Browser:
    def __init__(self, folder):
        program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
        if not program:
            sys.exit("no Chromium")
        commands, self.writer = os.pipe()
        self.reader, events = os.pipe()

        def streams():
            # The pipe's ends must become the descriptors 3 and 4. Each of them may already be used by the other end.
            first, second = os.dup2(commands, 100), os.dup2(events, 101)
            os.dup2(first, 3)
            os.dup2(second, 4)

        self.process = subprocess.Popen(
            [program, "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--no-first-run",
             "--disable-background-networking", "--disable-dev-shm-usage", "--hide-scrollbars",
             "--user-data-dir=" + folder, "about:blank"],
            preexec_fn=streams, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(commands)
        os.close(events)
        self.number, self.rest, self.events, self.session = 0, b"", [], None

    def receive(self):
        while b"\0" not in self.rest:
            more = os.read(self.reader, 1 << 16)
            if not more:
                sys.exit("Chromium has ended")
            self.rest += more
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.writer, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    sys.exit(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def wait_for(self, method):
        while not any(event.get("method") == method for event in self.events):
            self.events.append(self.receive())

    def value(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            sys.exit(f"{expression}: {result['exceptionDetails']}")
        return result["result"].get("value")


def main(page, arguments):
    dark = "--dark" in arguments
    size = (1200, 800)
    if "--size" in arguments:
        place = arguments.index("--size")
        size = tuple(map(int, arguments[place + 1].split("x")))
        del arguments[place:place + 2]
    steps = [step for step in arguments if step != "--dark"]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = Browser(folder)
        try:
            target = browser.call("Target.createTarget", url="about:blank")["targetId"]
            browser.session = browser.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
            for domain in ("Page", "Runtime", "Network", "Log"):
                browser.call(domain + ".enable")
            browser.call("Emulation.setDeviceMetricsOverride", width=size[0], height=size[1], deviceScaleFactor=1,
                         mobile=False)
            browser.call("Emulation.setEmulatedMedia",
                         features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
            url = "file://" + os.path.abspath(page)
            start = time.monotonic()
            browser.call("Page.navigate", url=url)
            browser.wait_for("Page.loadEventFired")
            browser.value("new Promise(done => requestAnimationFrame(() => setTimeout(() => done(true))))")
            loaded = round((time.monotonic() - start) * 1000)
            for step in steps:
                kind, text = step.split(":", 1)
                run(browser, kind, text)
            requests = {event["params"]["request"]["url"] for event in browser.events
                        if event.get("method") == "Network.requestWillBeSent"}
            requests = sorted(u[:80] for u in requests if u.split("#")[0] != url and not u.startswith("data:"))
            errors = [event["params"]["exceptionDetails"] for event in browser.events
                      if event.get("method") == "Runtime.exceptionThrown"]
            errors += [event["params"]["entry"]["text"] for event in browser.events
                       if event.get("method") == "Log.entryAdded" and event["params"]["entry"]["level"] == "error"]
            print(json.dumps({"errors": errors, "requests": requests, "loaded": loaded}))
        finally:
            browser.process.kill()
            browser.process.wait()


KEYS = {"Enter": (13, "\r"), "Escape": (27, ""), "ArrowDown": (40, ""), "ArrowUp": (38, ""), "Tab": (9, ""),
        "PageDown": (34, ""), "PageUp": (33, ""), "Home": (36, ""), "End": (35, ""), "/": (191, "/")}


def run(browser, kind, text):
    if kind == "eval":
        print(json.dumps(browser.value(text), ensure_ascii=False))
    elif kind == "wait":
        for _ in range(400):
            if browser.value(text):
                return
            time.sleep(0.025)
        sys.exit(f"never true: {text}")
    elif kind == "type":
        browser.call("Input.insertText", text=text)
    elif kind == "key":
        code, typed = KEYS[text]
        for event in ("keyDown", "keyUp"):
            browser.call("Input.dispatchKeyEvent", type=event, key=text, windowsVirtualKeyCode=code,
                         **({"text": typed} if typed and event == "keyDown" else {}))
        browser.value("new Promise(done => setTimeout(() => done(true), 30))")
    elif kind == "shot":
        data = browser.call("Page.captureScreenshot", format="png")["data"]
        with open(text, "wb") as file:
            file.write(base64.b64decode(data))
    else:
        sys.exit(f"no such step: {kind}")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
