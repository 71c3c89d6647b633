import Foundation
import PackagePlugin

/// Builds each plan of a target, `NAME.seed.yml`, into the store `NAME.sqlite` of its bundle. It builds the store again
/// when the plan, its model or one of its sources changes.
@main
struct SeedPlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let module = target.sourceModule else { return [] }
        let tool = try context.tool(named: "zseed").url
        return commands(
            for: module.sourceFiles.map(\.url), with: tool, into: context.pluginWorkDirectoryURL)
    }

    /// Returns a command for each plan among some files.
    private func commands(for files: [URL], with tool: URL, into folder: URL) -> [Command] {
        var plans: [String: URL] = [:]
        return files.compactMap { plan in
            guard let name = Self.storeName(ofPlan: plan.lastPathComponent) else { return nil }
            if let other = plans.updateValue(plan, forKey: name) {
                Diagnostics.error("\(plan.path): error: gives \(name), as \(other.path) does")
                return nil
            }
            let store = folder.appendingPathComponent(name)
            let stamp = folder.appendingPathComponent(name + ".stamp")
            // Each run changes this input, so that the build system always calls zseed. zseed compares contents, and
            // does nothing if they are unchanged. This is necessary because the build system does not ask the plugin
            // for new inputs when a plan is edited to name another source.
            if !FileManager.default.fileExists(atPath: stamp.path) {
                _ = FileManager.default.createFile(atPath: stamp.path, contents: nil)
            }
            return .buildCommand(
                displayName: "Seeding \(name)", executable: URL(fileURLWithPath: "/bin/sh"),
                arguments: [
                    "-c", #""$0" build "$1" -o "$2" --if-needed --quiet && echo $$ > "$3""#, tool.path,
                    plan.path, store.path, stamp.path,
                ],
                inputFiles: Self.inputs(ofPlan: plan, tool) + [tool, stamp], outputFiles: [store])
        }
    }

    /// Returns `App.sqlite` for `App.seed.yml`; nil if the file is not a plan.
    private static func storeName(ofPlan name: String) -> String? {
        for ending in [".seed.yml", ".seed.yaml"] where name.hasSuffix(ending) && name != ending {
            return name.dropLast(ending.count) + ".sqlite"
        }
        return nil
    }

    /// Returns the inputs of a plan. If the plan cannot be read, returns only the plan, and the build then reports the
    /// error at its line.
    private static func inputs(ofPlan plan: URL, _ tool: URL) -> [URL] {
        let process = Process()
        process.executableURL = tool
        process.arguments = ["build", plan.path, "--list-inputs", "--json"]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return [plan] }
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0,
            let paths = try? JSONDecoder().decode([String].self, from: data)
        else { return [plan] }
        // The build reports missing files better than the build system does.
        let files = paths.filter { FileManager.default.fileExists(atPath: $0) }
            .map { URL(fileURLWithPath: $0) }
        return files.isEmpty ? [plan] : files
    }
}

#if canImport(XcodeProjectPlugin)
    import XcodeProjectPlugin

    extension SeedPlugin: XcodeBuildToolPlugin {
        func createBuildCommands(
            context: XcodePluginContext, target: XcodeTarget
        ) throws -> [Command] {
            let tool = try context.tool(named: "zseed").url
            return commands(
                for: target.inputFiles.map(\.url), with: tool, into: context.pluginWorkDirectoryURL)
        }
    }
#endif
