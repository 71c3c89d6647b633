import CommandSupport
import SQLite
import TestSupport
import Testing

@Suite("Lists that a template joins")
struct TemplateListTests {
    @Test("A list has all columns of its template")
    func allColumns() throws {
        let folder = try TestFolder()
        try folder.writeModel(
            ModelText.xml("Photo title! tags>>Tag.photos\nTag name! photos>>Photo.tags"), as: "M.xcdatamodel")
        try folder.write("title,a,b,c\nx,sea,,sun\ny,,sun,\nz,,,\n", as: "photos.csv")
        try folder.write(
            """
            reference: M.xcdatamodel
            output: out.sqlite
            sources: { photos: { csv: photos.csv } }
            entities:
              Photo:
                from: photos
                attributes: { title: title }
                relationships: { tags: { find: Tag.name, template: "{a}|{b}|{c}", separator: "|" } }
            """, as: "plan.yml")
        try Zseed.run("build", "plan.yml", "-q", in: folder.path).expectSuccess()
        let rows = try Connection(path: folder.path + "/out.sqlite", mode: .readOnly).rows(
            "SELECT p.ZTITLE || '|' || coalesce(t.ZNAME, '') FROM ZPHOTO p LEFT JOIN Z_1TAGS j ON j.Z_1PHOTOS = p.Z_PK "
                + "LEFT JOIN ZTAG t ON t.Z_PK = j.Z_2TAGS ORDER BY 1"
        ) { $0.text(at: 0) ?? "" }
        #expect(rows == ["x|sea", "x|sun", "y|sun", "z|"])
    }
}
