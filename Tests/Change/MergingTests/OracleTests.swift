import Foundation
import MergeRules
import ObjectLayer
import ObjectModel
import TestSupport
import Testing

/// Tests of an app's merges against an independent model that shares no code with them and communicates by lines.
@Suite("The generated code of a merge, against an independent model")
struct OracleTests {
    private struct Question: Decodable {
        let model: String
        let store: String
        let changes: String
        let prefer: String
    }

    private struct ReportedConflict: Encodable {
        let kind: String
        let entity: String
        let isNew: Bool
        let primaryKey: Int64
        let property: String?
        let kept: String
    }

    @Test(
        "Tests/Oracles/MergeOracle/merges.py --app merges three editions in order; ZSEED_ROUNDS for more"
    )
    func app() throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "python3", Corpus.packageRoot + "/Tests/Oracles/MergeOracle/merges.py",
            Built.zseed, "1000", "\(999 + SeededGenerator.rounds(10))",
            "--app",
        ]
        let (questions, answers) = (Pipe(), Pipe())
        (process.standardOutput, process.standardInput) = (questions, answers)
        try process.run()
        var output = ""
        var rest = Data()
        while case let data = questions.fileHandleForReading.availableData, !data.isEmpty {
            rest += data
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: rest[rest.startIndex..<end], as: UTF8.self)
                rest = Data(rest[(end + 1)...])
                guard line.hasPrefix("app ") else {
                    output += line + "\n"
                    continue
                }
                let question = try JSONDecoder().decode(Question.self, from: Data(line.dropFirst(4).utf8))
                var answer: Data
                do { answer = try JSONEncoder().encode(try reported(question)) } catch {
                    answer = try JSONEncoder().encode("\(error)")
                }
                answer.append(UInt8(ascii: "\n"))
                try answers.fileHandleForWriting.write(contentsOf: answer)
            }
        }
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(output)")
    }

    private func reported(_ question: Question) throws -> [ReportedConflict] {
        let context = try ManagedObjectContext(
            PersistentStoreCoordinator(path: question.store, access: .readWrite))
        let conflicts = try SeedMerge.merge(
            changes: URL(fileURLWithPath: question.changes), into: context,
            preferring: question.prefer == "seed" ? .seed : .user)
        try context.save()
        return conflicts.map {
            ReportedConflict(
                kind: $0.kind.rawValue, entity: $0.entity, isNew: $0.isNew, primaryKey: $0.primaryKey,
                property: $0.property, kept: "\($0.kept)")
        }
    }
}
