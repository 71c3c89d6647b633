/// ICC profiles, which say what the numbers of an image's colours mean.
enum ColourProfile {
    /// The largest that is kept: those of cameras and screens have a few kilobytes.
    static let largest = 1 << 20

    /// The profile where it is one for such an image: not that of a printer for colours that were converted.
    static func fitting(_ profile: [UInt8]?, isGrey: Bool) -> [UInt8]? {
        guard let profile, profile.count >= 128, profile.count <= largest else { return nil }
        let space = String(decoding: profile[16..<20], as: UTF8.self)
        return space == (isGrey ? "GRAY" : "RGB ") ? profile : nil
    }
}
