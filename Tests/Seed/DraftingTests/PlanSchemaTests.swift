import Drafting
import Foundation
import Inputs
import Seeding
import TestSupport
import Testing

/// The results of the plan reader and of a JSON Schema validator for the same plans.
@Suite(
    "The JSON Schema of plans",
    .enabled(if: PlanValidator.isPresent, PlanValidator.absence))
struct PlanSchemaTests {
    /// The valid and invalid plans in the documentation, the data and the tests.
    private static let texts: [String] = {
        let blocks = sources(in: "docs", ending: ".md").flatMap { text in
            text.matches(of: /```ya?ml\n((?:.*\n)*?)```/).map { String($0.output.1) }
        }
        let literals = sources(in: "Tests", ending: ".swift").flatMap { text in
            text.matches(of: /"""\n((?:.*\n)*?)( *)"""/).map { match in
                let indent = String(match.output.2)
                return match.output.1.replacing(/\\\n */, with: "")
                    .split(separator: "\n", omittingEmptySubsequences: false)
                    .map { $0.hasPrefix(indent) ? $0.dropFirst(indent.count) : $0 }
                    .joined(separator: "\n")
            }
        }
        let all = blocks + literals + sources(in: "data", ending: ".yml")
        return all.filter { $0.contains(/(?m)^reference:/) && !$0.contains("\\(") }
    }()

    private static func sources(in folder: String, ending: String) -> [String] {
        let root = Corpus.packageRoot + "/" + folder
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: root)) ?? []
        return names.filter { $0.hasSuffix(ending) }.sorted()
            .compactMap { try? String(contentsOfFile: root + "/" + $0, encoding: .utf8) }
    }

    /// The shape of a plan as the reader judges it. `unseen` plans have only mistakes that no schema can
    /// detect (docs/guides/editors.md).
    private enum Judgement: Equatable {
        case good
        case misshapen(String)
        case unseen
    }

    private static func judgement(_ text: String) -> Judgement {
        do {
            _ = try PlanReader(path: "plan.yml").plan(text)
            return .good
        } catch let failure as SeedFailure {
            let shapes = failure.issues.filter { isShape($0.reason) }
            return shapes.first.map { .misshapen("\($0.reason)") } ?? .unseen
        } catch {
            return .unseen
        }
    }

    private static func isShape(_ reason: SeedIssue.Reason) -> Bool {
        switch reason {
        case .plan(.unknownKey), .plan(.missingKey): true
        case .plan(.unknownChoice(_, let kind, _)): kind != "encoding"
        case .plan(.conflictingKeys(let one, _)): !one.contains(": ")
        case .plan(.wrongKind(let expected)):
            ![
                "as many", "a date with", "different words", "a text such as", "a separator", "names with",
                "cells such as", "a range such as", "a source and its column", "texts, with",
                "a number of words", "an integer",
                "nothing but true", "a source without",
            ]
            .contains { expected.hasPrefix($0) }
        default: false
        }
    }

    /// Writes the schema, and returns the validator's problem with each plan or nil.
    private static func problems(of texts: [String]) throws -> [String?] {
        let folder = try TestFolder()
        let schema = try JSONEncoder().encode(PlanSchema().schema)
        let path = try folder.write(String(decoding: schema, as: UTF8.self), as: "schema.json")
        return try PlanValidator.problems(of: texts.map { (path, $0) })
    }

    private static func expectAgreement(
        on plans: [(change: String, text: String)]
    ) throws -> (good: Int, bad: Int) {
        var counts = (good: 0, bad: 0)
        for ((change, text), problem) in zip(plans, try problems(of: plans.map(\.text))) {
            switch judgement(text) {
            case .good:
                counts.good += 1
                #expect(problem == nil, "the reader takes \(change):\n\(text)")
            case .misshapen(let reason):
                counts.bad += 1
                #expect(problem != nil, "the reader says \(reason) of \(change):\n\(text)")
            case .unseen: break
            }
        }
        return counts
    }

    @Test("Every plan of the documentation, data and tests is valid, and every malformed one is not")
    func written() throws {
        let counts = try Self.expectAgreement(on: Self.texts.map { ("", $0) })
        #expect(counts.good >= 40)
    }

    @Test("The schema refuses unknown keys and values where the reader does")
    func mutated() throws {
        var plans: [(change: String, text: String)] = []
        for text in Set(Self.texts).sorted() where Self.judgement(text) == .good {
            let keys = text.matches(of: /[A-Za-z]+(?=: )/)
            for (number, match) in keys.enumerated() where (number + text.count) % 5 == 0 {
                let name = match.output + "x"
                plans.append((String(name), text.replacingCharacters(in: match.range, with: name)))
            }
            let values = text.matches(of: /: ([\w.\/-]+)(?=[ ,}\n])/)
            let others = ["~", "[]", "{ q: 1 }", "true", "-3", "\"x y\"", "[a, b]"]
            for (number, match) in values.enumerated() {
                let other = others[(number + text.count) % others.count]
                let range = match.output.1.startIndex..<match.output.1.endIndex
                plans.append(
                    ("\(match.output.1): \(other)", text.replacingCharacters(in: range, with: other)))
            }
        }
        let counts = try Self.expectAgreement(on: plans)
        #expect(counts.good >= 100)
        #expect(counts.bad >= 300)
    }
}
