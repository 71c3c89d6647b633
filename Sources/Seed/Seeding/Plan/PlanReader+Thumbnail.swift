import Images
import Inputs

extension PlanReader {
    /// Reads `thumbnail:`.
    ///
    /// - Parameter binary: the form of the bytes, which have to be those of an image.
    func thumbnail(
        _ reader: MappingReader, _ binary: Located<BinaryForm>?
    ) -> Located<ThumbnailForm>? {
        let location = reader.keyLocation("thumbnail")
        guard let item = reader.mapping("thumbnail", as: .thumbnail) else { return nil }
        guard !ThumbnailForm.Format.written.isEmpty else {
            report(SeedIssue(.plan(.builtWithout(trait: "Thumbnails")), at: location))
            return nil
        }
        let width = checked(item.count("width"), "width", upTo: ThumbnailForm.longestSide, item)
        let height = checked(item.count("height"), "height", upTo: ThumbnailForm.longestSide, item)
        let format: Located<ThumbnailForm.Format>? = item.locatedChoice("format")
        let quality = checked(item.count("quality"), "quality", upTo: 100, item)
        item.finish()
        if !item.has("width"), !item.has("height") {
            report(SeedIssue(.plan(.missingKey("width` or `height")), at: item.location))
        }
        if let format, !ThumbnailForm.Format.written.contains(format.value) {
            let known = ThumbnailForm.Format.written.map(\.rawValue).joined(separator: " or ")
            report(
                SeedIssue(
                    .plan(.wrongKind(expected: "a format that this system writes: \(known)")),
                    at: format.location))
        }
        if item.has("quality"), format?.value == .png {
            conflict("quality", "format: png", in: item)
        }
        if let binary, binary.value == .text || binary.value == .jsonList {
            conflict("thumbnail", "binary: \(binary.value.rawValue)", in: reader)
        }
        return Located(
            ThumbnailForm(
                width: width, height: height, format: format?.value,
                quality: quality ?? ThumbnailForm.usualQuality),
            at: location)
    }

    /// Returns the number of a key, and reports one beyond the limit.
    private func checked(
        _ number: Int?, _ key: String, upTo limit: Int, _ reader: MappingReader
    ) -> Int? {
        guard let number, number > limit else { return number }
        report(
            SeedIssue(
                .plan(.wrongKind(expected: "a number from 1 to \(limit)")),
                at: reader.scalar(key)?.location ?? reader.keyLocation(key)))
        return nil
    }
}
