"""Validates plans by JSON Schemas, as editors do.

Standard input: a JSON list of [schema, plan text]. Standard output: a JSON list with null for each valid plan, and with
the problem of each invalid one.
"""
import json
import re
import sys

import jsonschema
import yaml

NUMBER = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$")


def value(node):
    """Returns the value of a node by the core schema of YAML 1.2, which editors and zseed use."""
    if isinstance(node, yaml.MappingNode):
        return {key.value: value(item) for key, item in node.value}
    if isinstance(node, yaml.SequenceNode):
        return [value(item) for item in node.value]
    if node.style is not None:
        return node.value
    text = node.value
    if text in ("", "~", "null", "Null", "NULL"):
        return None
    if text in ("true", "True", "TRUE"):
        return True
    if text in ("false", "False", "FALSE"):
        return False
    if re.fullmatch("[-+]?[0-9]+", text):
        return int(text)
    return float(text) if NUMBER.fullmatch(text) else text


def problem(schema, text):
    try:
        plan = value(yaml.compose(text, Loader=yaml.SafeLoader))
    except yaml.YAMLError as error:
        return f"no YAML: {error}"
    validator = jsonschema.Draft7Validator(schema)
    error = jsonschema.exceptions.best_match(validator.iter_errors(plan))
    return None if error is None else f"{list(error.absolute_path)}: {error.message[:300]}"


if __name__ == "__main__":
    known = {}
    answers = []
    for path, text in json.load(sys.stdin):
        if path not in known:
            with open(path, encoding="utf-8") as file:
                known[path] = json.load(file)
            jsonschema.Draft7Validator.check_schema(known[path])
        answers.append(problem(known[path], text))
    json.dump(answers, sys.stdout)
