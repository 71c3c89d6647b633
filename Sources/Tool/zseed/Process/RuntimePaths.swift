// A statically linked program asks the kernel for its own path before `main` begins, and terminates if `/proc` is not
// mounted. The runtime needs the path only to start a tool of the toolchain after a crash, and zseed has no such tool.
// The definitions here replace those of the runtime's library.
#if STATIC_EXECUTABLE
    /// Returns the path of a toolchain program, which does not exist.
    @_cdecl("swift_copyAuxiliaryExecutablePath")
    func copyAuxiliaryExecutablePath(_ name: UnsafePointer<CChar>?) -> UnsafeMutablePointer<CChar>? {
        nil
    }

    /// Returns the path of the runtime's library, which is part of the program.
    @_cdecl("swift_getRuntimeLibraryPath")
    func runtimeLibraryPath() -> UnsafePointer<CChar>? { nil }

    /// Returns the path of the toolchain, which does not exist.
    @_cdecl("swift_getRootPath")
    func toolchainPath() -> UnsafePointer<CChar>? { nil }
#endif
