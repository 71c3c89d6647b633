"""Writes code for SwiftData, whose macros only Apple's toolchain has.

swiftdata.py asked STORE.json PREFIX   the classes of a store as Swift, from `zseed inspect --json`; PREFIX is
                                       `Schema.` for the versioned schema that contains them, or empty
swiftdata.py experiment NAME           the same for an experiment
swiftdata.py plain FILE...             source without macros, for the stubs; their arguments become calls, so that
                                       the compiler checks them
swiftdata.py header KEY FILE           the lines `// KEY: …` at the start of an experiment
"""
import json
import re
import sys


def readable(entity):
    """Yields the attributes that are compared. The only composites among them are enumerations with raw values, which
    have one element with the name of the property."""
    names = {attribute["name"] for attribute in entity["attributes"]}
    for attribute in entity["attributes"]:
        name = attribute["name"]
        elements = {other for other in names if other.startswith(name + ".")}
        if "." not in name and (not elements or elements == {f"{name}.{name}"}):
            yield attribute


def asked(model, prefix):
    lines = ["import SwiftData", ""]
    entities = [entity for entity in model["entities"] if not entity["isAbstract"]]
    for entity in entities:
        names = [property["name"] for property in [*readable(entity), *entity["relationships"]]]
        lines += [f"extension {prefix}{entity['name']}: Dumped {{", "    var dumpedValues: [String: String] {", "        ["]
        lines += [f'            "{name}": dumpedText(self.`{name}`),' for name in names] or ["            :"]
        lines += ["        ]", "    }", "    func touch() {"]
        if names:
            lines += [f"        let value = self.`{names[0]}`", f"        self.`{names[0]}` = value"]
        lines += ["    }", "}", ""]
    types = ", ".join(f"{prefix}{entity['name']}.self" for entity in entities)
    return "\n".join(lines + program(f"Schema([{types}])", f"[{types}]", "nil"))


def program(schema, dumped, experiment):
    return [
        "enum Asked {",
        f"    static var schema: Schema {{ {schema} }}",
        f"    static var dumped: [any Dumped.Type] {{ {dumped} }}",
        f"    static var experiment: (any Experiment.Type)? {{ {experiment} }}",
        "}", ""]


def experiment(name):
    return "\n".join(["import SwiftData", "", *program(
        f"Schema(versionedSchema: {name}.self)", "[]", f"{name}.self")])


def arguments(text, start):
    """Returns the end of the parentheses that open at `start`."""
    depth, index = 0, start
    while True:
        depth += {"(": 1, ")": -1}.get(text[index], 0)
        index += 1
        if depth == 0:
            return index


def plain(text):
    count = 0
    # A model without superclass gets the conformance. A model with a superclass inherits it.
    text = re.sub(r"@Model\s+((?:(?:public|final|open)\s+)*class\s+\w+)\s*\{", r"\1: PersistentModel {", text)
    text = re.sub(r"@Model\s+((?:(?:public|final|open)\s+)*class\s+\w+\s*:)", r"\1", text)
    text = re.sub(r"@available\(macOS 26, \*\)\s*", "", text)
    text = re.sub(r"@(Transient\b|(Relationship|Attribute)\b(?!\())\s*", "", text)
    pattern = re.compile(r"@(Attribute|Relationship)\(|#(Index|Unique)<([\w.]+)>\(")
    while match := pattern.search(text):
        end = arguments(text, match.end() - 1)
        macro = (match[1] or match[2]).lower()
        inside = text[match.end():end - 1]
        if match[3]:
            inside = f"{match[3]}.self, {inside}"
        count += 1
        call = f"static var checked{count}: CheckedMacro {{ .{macro}({inside}) }}"
        text = text[:match.start()] + call + ("; " if match[1] else "") + text[end:]
    return text


def header(key, text):
    return re.findall(rf"^// {key}: (.*)$", text, re.M)


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def main(command, *arguments):
    if command == "asked":
        print(asked(json.loads(read(arguments[0])), *arguments[1:]), end="")
    elif command == "experiment":
        print(experiment(*arguments), end="")
    elif command == "plain":
        for path in arguments:
            print(plain(read(path)))
    elif command == "header":
        print("\n".join(header(arguments[0], read(arguments[1]))))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(*sys.argv[1:])
