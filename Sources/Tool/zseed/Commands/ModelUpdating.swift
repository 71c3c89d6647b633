import Drafting
import Files
import Inputs
import Messages
import ObjectModel
import Seeding

/// `zseed model --update`: a new version of a model, with what is new in the database.
extension ModelCommand {
    /// The last draft, in the folder of the model's versions.
    static let recordName = ".zseed.yml"

    func runUpdate() throws {
        try Failures.reported(about: output) {
            let folder = FilePath(output)
            let file = try InputFiles.lookingAtOutput { try ModelFile.read(path: output) }
            let contents = try InputFiles.lookingAtOutput {
                try FileBytes.first(Self.longestModel, of: file.origin.path)
            }
            let own = try plan.map(ownPlan)
            let earlier = try earlier(file.model, own)
            let line = ProgressLine.onTerminal()
            defer { line?.clear() }
            let drafter = try drafter(
                form: .coreData, planFolder: plan.map { FilePath($0).folder.text } ?? ".", line)
            let trials = try TemporaryFolder(for: output)
            var number = 0
            func written(_ text: String) throws -> String {
                number += 1
                let path = FilePath(trials.path).appending("\(number).xml").text
                let file = try FileWriter(creating: path, shownAs: output)
                try file.write(text.utf8)
                try file.finish()
                return path
            }
            let update = try drafter.update(
                earlier, contents: contents, plan: own?.text, reference: output, output: storeName,
                writing: { try written(ModelSource(of: $0, generatesClasses: true).text) },
                writingText: written, issueText: { PrivatePath.shown(IssueRenderer().reason($0)) })
            line?.clear()
            var outputs: [StagedOutput] = []
            var version: String?
            if let model = update.model {
                let name = try newVersion(after: file.origin.version ?? folder.stem)
                version = name
                let staged = try StagedOutput(.folder, path: folder.appending("\(name).xcdatamodel").text)
                let writer = try FileWriter(creating: staged.file(named: "contents"), shownAs: output)
                try writer.write(model.utf8)
                try writer.finish()
                outputs.append(staged)
            }
            if let text = update.plan, let plan { outputs.append(try self.staged(text, to: plan)) }
            if !update.changes.isEmpty {
                outputs.append(
                    try self.staged(update.record, to: folder.appending(Self.recordName).text))
            }
            // The new version is complete before it becomes the current one.
            if let version {
                let path = folder.appending(".xccurrentversion").text
                outputs.append(try self.staged(Self.currentVersion(version), to: path))
            }
            try StagedOutput.place(outputs) {
                for line in DraftRenderer().lines(
                    update, model: output, version: version, plan: plan, runsCommands: inline.runsCommands)
                { Terminal.print(line) }
                try Terminal.requireOutput()
            }
            if !update.stops.isEmpty { throw ExitStatus.data.code }
        }
    }

    private static let longestModel = 1 << 30

    /// Returns a plan and its text.
    private func ownPlan(_ path: String) throws -> (plan: SeedPlan, text: String) {
        guard try FileStatus(path: path) != nil else {
            throw SeedIssue(.file(.fileNotFound), at: .init(path: path))
        }
        let plan = try InputFiles.lookingAtOutput { try PlanReader.read(path: path, overrides: overrides) }
        let bytes = try InputFiles.lookingAtOutput { try FileBytes.first(Self.longestModel, of: path) }
        return (plan, String(decoding: bytes, as: UTF8.self))
    }

    /// The sources of a plan are not read, so commands in it do not run.
    private var overrides: PlanOverrides {
        var overrides = PlanOverrides()
        overrides.allowsCommands = true
        return overrides
    }

    /// Returns the last draft from its record. Without a record, the plan takes its place.
    private func earlier(
        _ model: ManagedObjectModel, _ own: (plan: SeedPlan, text: String)?
    ) throws -> EarlierDraft {
        let path = FilePath(output).appending(Self.recordName).text
        let hasRecord = try FileStatus(path: path) != nil
        let record = try hasRecord ? ownPlan(path) : own ?? ownPlan(path)
        return EarlierDraft(record: record.plan, recordText: record.text, model: model, plan: own?.plan)
    }

    /// Returns the name of a version that follows another, as Xcode does: `App 2` after `App`.
    private func newVersion(after name: String) throws -> String {
        let words = name.split(separator: " ")
        let number = words.count > 1 ? words.last.flatMap { Int($0) } : nil
        let stem = number == nil ? name : words.dropLast().joined(separator: " ")
        let versions = try ModelFile.versions(path: output)
        var next = (number ?? 1) + 1
        while versions.contains("\(stem) \(next)") { next += 1 }
        return "\(stem) \(next)"
    }

    private static func currentVersion(_ name: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>
        \t<key>_XCCurrentVersionName</key>
        \t<string>\(XMLText.escapedLossily(name)).xcdatamodel</string>
        </dict>
        </plist>

        """
    }
}
