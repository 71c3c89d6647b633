#!/usr/bin/env python3
"""Writes an object file with the part of ICU's data that zseed uses, and prints the flags to link it:
trim-icu.py OBJECT

Foundation's ICU for static programs contains 34 MB of data. If the object is linked before it, the object replaces
that data. These are left out: names of currencies, languages, regions, units and zones, spelled-out numbers,
transliterations, converters of encodings (zseed has its own), rules for line breaks, dictionaries for line breaks in
Thai, Khmer or Chinese, and tables of similar characters. These are complete: calendars with the names of months and
days, collation, rules of zones, normalization and properties of characters. `make trim-check` compares them.
"""
import json
import os
import struct
import subprocess
import sys
import tempfile

FOLDERS = {"curr", "lang", "region", "unit", "zone", "rbnf"}
ENDINGS = (".cnv", "cnvalias.icu", ".dict", ".cfu")


def is_kept(name):
    parts = name.split("/")[1:]
    if parts[0] == "translit" or name.split("/")[-1].startswith("line"):
        return False
    if len(parts) > 1 and parts[0] in FOLDERS:
        # The indexes list the available languages. The roots have the defaults for all languages.
        return parts[1] in ("root.res", "res_index.res", "pool.res", "supplementalData.res")
    return not name.endswith(ENDINGS)


def trimmed(data):
    """Returns the package of data with only the kept items, in the same format (ucmndata.h)."""
    header, = struct.unpack_from("<H", data, 0)
    if data[2:4] != b"\xda\x27" or data[12:16] != b"CmnD":
        raise SystemExit("trim-icu: the data have another form")
    count, = struct.unpack_from("<I", data, header)
    items = []
    for index in range(count):
        name, begin = struct.unpack_from("<II", data, header + 4 + 8 * index)
        end = data.index(b"\0", header + name)
        items.append((data[header + name:end], header + begin))
    ends = [begin for _, begin in items[1:]] + [len(data)]
    kept = [
        (name, data[begin:end]) for (name, begin), end in zip(items, ends) if is_kept(name.decode())
    ]
    names = b"".join(name + b"\0" for name, _ in kept)
    place = 4 + 8 * len(kept)
    toc = [struct.pack("<I", len(kept))]
    start = -(-(header + place + len(names)) // 16) * 16 - header
    body = []
    name_at, data_at = place, start
    for name, item in kept:
        toc.append(struct.pack("<II", name_at, data_at))
        item += b"\0" * (-len(item) % 16)
        body.append(item)
        name_at += len(name) + 1
        data_at += len(item)
    head = data[:header] + b"".join(toc) + names
    return head.ljust(header + start, b"\0") + b"".join(body)


def run(*arguments):
    return subprocess.run(arguments, check=True, stdout=subprocess.PIPE).stdout


def main(output):
    swiftc = os.environ.get("SWIFTC", "swiftc")
    info = json.loads(run(swiftc, "-print-target-info", "-static-stdlib"))
    archive = os.path.join(info["paths"]["runtimeResourcePath"], "linux/lib_FoundationICU.a")
    with tempfile.TemporaryDirectory() as folder:
        member = os.path.join(folder, "member.o")
        raw = os.path.join(folder, "raw.dat")
        name = "icu_packaged_data.cpp.o"
        with open(member, "wb") as file:
            file.write(run("ar", "p", archive, name))
        symbols = run("nm", "-g", "--defined-only", member).decode().split()
        if len(symbols) != 3 or not symbols[2].startswith("icudt"):
            raise SystemExit("trim-icu: the library has another form")
        run("objcopy", "-O", "binary", "--only-section=.rodata", member, raw)
        with open(raw, "rb") as file:
            data = file.read()
        small = trimmed(data)
        with open(raw, "wb") as file:
            file.write(small)
        source = os.path.join(folder, "data.s")
        with open(source, "w") as file:
            file.write(
                f'.section .rodata.zseed_icu,"a",@progbits\n.globl zseed_icu_data\n.p2align 4\n'
                f'zseed_icu_data:\n.incbin "{raw}"\n.section .note.GNU-stack,"",@progbits\n')
        os.makedirs(os.path.dirname(output) or ".", exist_ok=True)
        run("clang", "-c", source, "-o", output + ".new")
        os.replace(output + ".new", output)
    print(f"trim-icu: of {len(data)} bytes of ICU's data {len(small)} are kept", file=sys.stderr)
    # The flags make the linker use this object, and drop the original data.
    print(f"-Xlinker {os.path.abspath(output)} -Xlinker --defsym={symbols[2]}=zseed_icu_data")


if __name__ == "__main__":
    main(sys.argv[1])
