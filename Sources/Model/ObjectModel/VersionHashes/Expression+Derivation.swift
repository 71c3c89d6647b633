extension Expression {
    /// The text of the derivation in the version hash (docs/internals/format.md#version-hashes): a key path unchanged,
    /// or a function as `selector(arguments)`, such as `count:(pages)`.
    var derivationText: String {
        switch self {
        case .keyPath(let path): path
        case .function(let name, let arguments, _):
            name + "(" + arguments.map(\.derivationText).joined(separator: ", ") + ")"
        default: format
        }
    }

    /// Whether real stores show the version hash of such a derivation: a key path, or the count of one
    /// (docs/internals/format.md#version-hashes).
    var isSampledDerivation: Bool {
        switch self {
        case .keyPath(let path): !path.contains("@")
        case .function(name: "count:", let arguments, target: nil):
            arguments.count == 1 && arguments.first?.isKeyPath == true
        default: false
        }
    }

    private var isKeyPath: Bool {
        guard case .keyPath = self else { return false }
        return true
    }
}
