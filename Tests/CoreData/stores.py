"""Makes the stores that Core Data is asked about: stores.py ZSEED FOLDER

The demo, and all stores of the cookbook's pages, migrated ones among them, whose commands are run as they
stand there. Standard output: a store and its model a line, with a tab between them.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
# As Tests/CommandTests/Documentation/DocumentedPage.swift reads them.
STEPS = re.compile(r"^`([\w./-]+)`:\n\n```\w+\n((?:.*\n)*?)```$|^```console\n((?:.*\n)*?)```$", re.M)


def zseed(program, *arguments, folder):
    return subprocess.run([program, *arguments], cwd=folder, capture_output=True, text=True)


def run_page(page, folder, program):
    """Writes the files of a page, and runs its commands."""
    folder.mkdir(parents=True)
    for model in (ROOT / "docs/cookbook").glob("*.xcdatamodel"):
        shutil.copytree(model, folder / model.name)
    environment = dict(os.environ, PATH=f"{pathlib.Path(program).parent}:{os.environ['PATH']}")
    for match in STEPS.finditer(page.read_text(encoding="utf-8")):
        name, text, console = match.groups()
        if name:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8")
            continue
        for command in re.split(r"^\$ ", console, flags=re.M):
            if command:
                subprocess.run(
                    ["sh", "-c", command.split("\n")[0]], cwd=folder, env=environment,
                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def main(program, folder):
    program = os.path.abspath(program)
    folder = pathlib.Path(folder).absolute()
    pairs = []
    demo = folder / "demo.sqlite"
    built = zseed(program, "build", "data/seed.yml", "-o", str(demo), "-q", folder=ROOT)
    if built.returncode:
        sys.exit(built.stderr)
    pairs.append((demo, ROOT / "data/GroceryDude.xcdatamodeld"))
    for page in sorted((ROOT / "docs/cookbook").glob("*.md")):
        place = folder / page.stem
        run_page(page, place, program)
        models = [*place.rglob("*.xcdatamodel"), *place.rglob("*.xcdatamodeld")]
        for store in sorted(place.rglob("*.sqlite")):
            # The one that an app would open it with, where there is one.
            for model in sorted(models):
                if not zseed(program, "verify", str(store), "--model", str(model), folder=place).returncode:
                    pairs.append((store, model))
                    break
    # Stores that tests kept: `STORE.sqlite` beside `Model.xcdatamodel`.
    for store in sorted((folder / "kept").rglob("*.sqlite")):
        pairs.append((store, store.parent / "Model.xcdatamodel"))
    for store, model in pairs:
        print(f"{store}\t{model}")


if __name__ == "__main__":
    main(*sys.argv[1:])
