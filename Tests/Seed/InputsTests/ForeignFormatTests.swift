import Foundation
@testable import Inputs
import TestSupport
import Testing

@Suite("Files of foreign formats")
struct ForeignFormatTests {
    private static func found(_ text: String) throws -> String? {
        try found(Data(text.utf8))
    }

    private static func found(_ data: Data) throws -> String? {
        let folder = try TestFolder()
        let finding = try ForeignFormat.of(path: folder.write(data, as: "file"))
        return finding.map { found in
            "\(found.format)" + (found.line.map { ":\($0)" } ?? "") + (found.isCompressed ? " gz" : "")
        }
    }

    @Test(
        "SQL of other databases is reported with the line that shows it",
        arguments: [
            ("-- MySQL dump 10.13  Distrib 8.0.33\n--\n", "mySQLDump:1"),
            ("\n\n-- MariaDB dump 10.19\n", "mySQLDump:3"),
            ("-- phpMyAdmin SQL Dump\n", "mySQLDump:1"),
            ("CREATE TABLE `a` (\n  `b` int\n) ENGINE=InnoDB;\n", "mySQLDump:3"),
            ("-- ours\nSET FOREIGN_KEY_CHECKS=0;\n", "mySQLDump:2"),
            ("--\n-- PostgreSQL database dump\n--\n", "postgreSQLDump:2"),
            ("CREATE TABLE a (b int);\nCOPY public.a (b) FROM stdin;\n1\n", "postgreSQLDump:2"),
            ("USE [Shop]\nGO\nCREATE TABLE [dbo].[a] (b int)\n", nil),
            ("/* x */\nCREATE TABLE [dbo].[a] (b int)\n", "sqlServerScript:2"),
            ("PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n", "sqlText:1"),
            ("CREATE TABLE a (b);\n", "sqlText:1"),
            ("<!DOCTYPE html>\n<p>", "html:1"),
        ])
    func sql(text: String, expected: String?) throws {
        #expect(try Self.found(text) == expected)
    }

    @Test(
        "Rows are not a foreign format, whatever their cells contain",
        arguments: [
            "a,b\n1,2\n", "name;note\ncreate extension cord;1\n", "", "\n", "use,count\n",
            "[{\"a\": 1}]", "<?xml version=\"1.0\"?><a/>", "use case;n\nSET NAMES utf8;1\n",
            "pragma once\n", "name\n\"a\n-- MySQL dump\"\n",
            "a\n1\u{0}\n"
                + String(repeating: "abc\n", count: 99),
        ])
    func rows(text: String) throws {
        #expect(try Self.found(text) == nil)
    }

    @Test(
        "Binary files are recognized by their first bytes",
        arguments: [
            ("PK\u{3}\u{4}....[Content_Types].xml....xl/workbook.xml", "excelWorkbook"),
            (
                "PK\u{3}\u{4}....mimetypeapplication/vnd.oasis.opendocument.spreadsheet",
                "openDocumentSpreadsheet"
            ),
            ("PK\u{3}\u{4}....Index/Document.iwa", "numbersDocument"),
            ("PK\u{3}\u{4}....a.csv", "zipArchive"), ("%PDF-1.7\n", "pdf"), ("GIF89a", "image"),
            ("PGDMP\u{1}", "postgreSQLArchive"), ("\u{0}\u{1}\u{2}\u{3}abc", "otherBinary"),
            ("{\\rtf1\\ansi}", "richText"),
        ])
    func binary(text: String, expected: String) throws {
        #expect(try Self.found(text) == expected)
    }

    @Test("UTF-16 is text, and can be a script")
    func utf16() throws {
        let table = try #require("a,b\r\n1,2\r\n".data(using: .utf16LittleEndian))
        #expect(try Self.found(table) == nil)
        #expect(try Self.found(Data([0xFF, 0xFE]) + table) == nil)
        let script = try #require("CREATE TABLE [dbo].[a] (b)\r\n".data(using: .utf16))
        #expect(try Self.found(script) == "sqlServerScript:1")
    }

    @Test("A gzip file has the format of its content")
    func compressed() throws {
        let folder = try TestFolder()
        let path = try folder.write("-- MySQL dump\n", as: "a.sql")
        #expect(try run("gzip", ["-n", path]).status == 0)
        let data = try Data(contentsOf: URL(fileURLWithPath: path + ".gz"))
        #expect(try Self.found(data) == "mySQLDump:1 gz")
    }

    @Test("A database and a property list are not foreign files")
    func known() throws {
        #expect(try Self.found("SQLite format 3\u{0}\u{0}\u{0}\u{1}\u{2}") == nil)
        #expect(try Self.found("bplist00\u{0}\u{1}\u{2}\u{3}") == nil)
    }
}
