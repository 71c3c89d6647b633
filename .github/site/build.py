"""Renders docs/ as a site, with mkdocs.

usage: build.py ZSEED SITE   ZSEED writes the example pages. SITE appears whole or not at all.
"""
import os, re, shutil, subprocess, sys, tempfile

program, site = map(os.path.abspath, sys.argv[1:3])
here = os.path.dirname(os.path.abspath(__file__))
root = os.path.dirname(os.path.dirname(here))
repository = "https://github.com/zseed/zseed/blob/main/"


def title(path):
    with open(path) as page:
        return next(line[2:].strip() for line in page if line.startswith("# "))


def outside(page, text):
    """Makes links that lead out of docs/ point to the repository."""
    folder = os.path.dirname(os.path.relpath(page, os.path.join(work, "pages")))

    def target(match):
        link, anchor = match[1], match[2] or ""
        path = os.path.normpath(os.path.join("docs", folder, link))
        return match[0] if path.startswith("docs/") else f"]({repository}{path}{anchor})"

    return re.sub(r"\]\((\.\./[^)#\s]*)(#[^)\s]*)?\)", target, text)


def redirect(old, new):
    """Leads from the former address of a page to its present one, with the heading that the address names."""
    old, new = (os.path.join(rendered, path.removesuffix(".md")) for path in (old, new))
    if os.path.exists(old) or not os.path.exists(os.path.join(new, "index.html")):
        sys.exit(f"moved.txt: {old} is there, or {new} is not")
    os.makedirs(old)
    target = os.path.relpath(new, old) + "/"
    with open(os.path.join(old, "index.html"), "w") as file:
        file.write(f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Moved</title><link rel="canonical" href="{target}">
<script>location.replace("{target}" + location.hash)</script>
<meta http-equiv="refresh" content="1; url={target}"></head>
<body><p>This page is now <a href="{target}">at another address</a>.</p></body></html>
""")


def run(*words):
    subprocess.run(words, check=True, cwd=root)


with tempfile.TemporaryDirectory() as work:
    pages = os.path.join(work, "pages")
    shutil.copytree(os.path.join(root, "docs"), pages)
    for folder, _, names in os.walk(pages):
        for name in names:
            if name.endswith(".md"):
                page = os.path.join(folder, name)
                with open(page) as file:
                    text = file.read()
                with open(page, "w") as file:
                    file.write(outside(page, text))
    with open(os.path.join(here, "mkdocs.yml")) as file:
        plan = file.read()
    listed = set(re.findall(r": (\S+\.md)$", plan, re.M))
    for mark, folder in [("@COOKBOOK@", "cookbook"), ("@SOURCES@", "sources")]:
        names = sorted(name for name in os.listdir(os.path.join(pages, folder)) if name.endswith(".md"))
        paths = [f"{folder}/{name}" for name in names if f"{folder}/{name}" not in listed]
        lines = [f"      - {title(os.path.join(pages, path))!r}: {path}" for path in paths]
        plan = plan.replace(mark, "\n".join(lines))
    with open(os.path.join(work, "mkdocs.yml"), "w") as file:
        file.write(plan)
    examples = os.path.join(pages, "examples")
    os.mkdir(examples)
    first, second = os.path.join(work, "first.sqlite"), os.path.join(work, "second.sqlite")
    run(program, "report", "data/seed.yml", "-o", os.path.join(examples, "demo.html"))
    run(program, "build", "data/seed.yml", "-o", second, "--quiet")
    run(program, "create", "data/GroceryDude.xcdatamodeld", "-o", first)
    run(program, "report", first, second, "-o", os.path.join(examples, "difference.html"))
    rendered = os.path.join(work, "site")
    run(sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet",
        "--config-file", os.path.join(work, "mkdocs.yml"), "--site-dir", rendered)
    with open(os.path.join(here, "moved.txt")) as file:
        for line in file:
            redirect(*line.split())
    if os.path.exists(site):
        if not os.path.exists(os.path.join(site, "search", "search_index.json")):
            sys.exit(f"{site}: is there and no site of this documentation")
        shutil.rmtree(site)
    os.makedirs(os.path.dirname(site), exist_ok=True)
    shutil.move(rendered, site)
