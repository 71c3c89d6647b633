"""Packs a program as a Python wheel, for `pipx install zseed` and `uvx zseed`.

    python3 wheel.py PROGRAM VERSION LICENSE FOLDER

The platform is determined from the program: a static one runs on every Linux, a dynamically linked one only on systems
like the one where it was built. The same program gives the same bytes.
"""

import base64
import hashlib
import struct
import sys
import sysconfig
import zipfile
from pathlib import Path

METADATA = """Metadata-Version: 2.4
Name: zseed
Version: {version}
Summary: Core Data seed stores, without Core Data or a Mac
Home-page: https://github.com/zseed/zseed
License-Expression: MIT
License-File: LICENSE
Requires-Python: >=3.8
Description-Content-Type: text/plain

Builds the SQLite stores that apps for iOS and macOS ship their data in, from spreadsheets, databases,
JSON and XML, and verifies that the app can use them. A program, not a module: `zseed --help`.
"""

ELF_MACHINES = {62: "x86_64", 183: "aarch64"}
PROGRAM_INTERPRETER = 3


def platforms(program: bytes) -> list[str]:
    """Returns the tags of the platforms on which a program runs."""
    if program[:4] != b"\x7fELF":
        if sys.platform != "darwin":
            sys.exit("wheel.py: the program is for no platform that is known here")
        return [sysconfig.get_platform().replace("-", "_").replace(".", "_")]
    machine, = struct.unpack_from("<H", program, 18)
    headers, = struct.unpack_from("<Q", program, 32)
    size, count = struct.unpack_from("<HH", program, 54)
    kinds = {struct.unpack_from("<I", program, headers + size * i)[0] for i in range(count)}
    name = ELF_MACHINES.get(machine) or sys.exit(f"wheel.py: unknown machine {machine}")
    if PROGRAM_INTERPRETER in kinds:
        return [f"linux_{name}"]
    return [f"manylinux2014_{name}", f"manylinux_2_17_{name}", f"musllinux_1_1_{name}"]


def write(program: Path, version: str, licence: Path, folder: Path) -> Path:
    """Writes the wheel into a folder, and returns its path."""
    code = program.read_bytes()
    tags = platforms(code)
    info = f"zseed-{version}.dist-info"
    wheel = "Wheel-Version: 1.0\nGenerator: zseed\nRoot-Is-Purelib: false\n"
    members = [
        (f"zseed-{version}.data/scripts/zseed", code, 0o755),
        (f"{info}/licenses/LICENSE", licence.read_bytes(), 0o644),
        (f"{info}/METADATA", METADATA.format(version=version).encode(), 0o644),
        (f"{info}/WHEEL", (wheel + "".join(f"Tag: py3-none-{tag}\n" for tag in tags)).encode(), 0o644),
    ]
    record = "".join(
        "{},sha256={},{}\n".format(
            name, base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode(), len(data))
        for name, data, _ in members)
    members.append((f"{info}/RECORD", (record + f"{info}/RECORD,,\n").encode(), 0o644))

    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"zseed-{version}-py3-none-{'.'.join(tags)}.whl"
    new = path.with_name(path.name + ".new")
    with zipfile.ZipFile(new, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data, mode in members:
            entry = zipfile.ZipInfo(name, (2001, 1, 1, 0, 0, 0))
            entry.external_attr = (0o100000 | mode) << 16
            entry.create_system = 3
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    new.replace(path)
    return path


if __name__ == "__main__":
    program, version, licence, folder = sys.argv[1:]
    print(write(Path(program), version, Path(licence), Path(folder)))
