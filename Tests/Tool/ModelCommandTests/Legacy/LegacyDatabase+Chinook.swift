import CommandSupport

// The tables and columns of Chinook, with invented rows, and a model as an app developer would write it.
extension LegacyDatabase {
    static let chinook = LegacyDatabase(
        description: "Chinook", sql: chinookSQL, model: chinookModel,
        left: [
            "InvoiceLine: nothing fits InvoiceLineId"
        ],
        queries: [
            (
                """
                SELECT a.Title, r.Name FROM Album a LEFT JOIN Artist r USING (ArtistId)
                """,
                """
                SELECT a.ZTITLE, r.ZNAME FROM ZALBUM a LEFT JOIN ZARTIST r ON r.Z_PK = a.ZARTIST
                """
            ),
            (
                """
                SELECT t.Name, t.Composer, t.Milliseconds, t.UnitPrice, a.Title, g.Name, m.Name FROM Track
                    t LEFT JOIN Album a USING (AlbumId) LEFT JOIN Genre g ON g.GenreId = t.GenreId LEFT JOIN
                    MediaType m ON m.MediaTypeId = t.MediaTypeId
                """,
                """
                SELECT t.ZNAME, t.ZCOMPOSER, t.ZMILLISECONDS, t.ZPRICE, a.ZTITLE, g.ZNAME, m.ZNAME FROM
                    ZTRACK t LEFT JOIN ZALBUM a ON a.Z_PK = t.ZALBUM LEFT JOIN ZGENRE g ON g.Z_PK = t.ZGENRE
                    LEFT JOIN ZMEDIATYPE m ON m.Z_PK = t.ZMEDIATYPE
                """
            ),
            (
                """
                SELECT p.Name, t.Name FROM PlaylistTrack JOIN Playlist p USING (PlaylistId) JOIN Track t
                    USING (TrackId)
                """,
                """
                SELECT p.ZNAME, t.ZNAME FROM Z_9TRACKS j JOIN ZPLAYLIST p ON p.Z_PK = j.Z_9PLAYLISTS JOIN
                    ZTRACK t ON t.Z_PK = j.Z_10TRACKS
                """
            ),
            (
                """
                SELECT e.FirstName, e.LastName, e.Title, CAST(strftime('%s', e.BirthDate) AS INTEGER) -
                    978307200, CAST(strftime('%s', e.HireDate) AS INTEGER) - 978307200, e.Address, e.City,
                    e.State, e.Country, e.PostalCode, e.Phone, e.Fax, e.Email, m.LastName FROM Employee e LEFT
                    JOIN Employee m ON m.EmployeeId = e.ReportsTo
                """,
                """
                SELECT e.ZFIRSTNAME, e.ZLASTNAME, e.ZTITLE, e.ZBIRTHDATE, e.ZHIREDATE, e.ZADDRESS, e.ZCITY,
                    e.ZSTATE, e.ZCOUNTRY, e.ZPOSTALCODE, e.ZPHONE, e.ZFAX, e.ZEMAIL, m.ZLASTNAME FROM ZEMPLOYEE
                    e LEFT JOIN ZEMPLOYEE m ON m.Z_PK = e.ZMANAGER
                """
            ),
            (
                """
                SELECT c.FirstName, c.LastName, c.Company, c.PostalCode, c.Fax, c.Email, e.LastName FROM
                    Customer c LEFT JOIN Employee e ON e.EmployeeId = c.SupportRepId
                """,
                """
                SELECT c.ZFIRSTNAME, c.ZLASTNAME, c.ZCOMPANY, c.ZPOSTALCODE, c.ZFAX, c.ZEMAIL, e.ZLASTNAME
                    FROM ZCUSTOMER c LEFT JOIN ZEMPLOYEE e ON e.Z_PK = c.ZSUPPORTREP
                """
            ),
            (
                """
                SELECT CAST(strftime('%s', i.InvoiceDate) AS INTEGER) - 978307200, i.BillingAddress,
                    i.BillingCity, i.BillingState, i.BillingPostalCode, i.Total, c.Email FROM Invoice i JOIN
                    Customer c USING (CustomerId)
                """,
                """
                SELECT i.ZDATE, i.ZBILLINGADDRESS, i.ZBILLINGCITY, i.ZBILLINGSTATE, i.ZBILLINGPOSTALCODE,
                    i.ZTOTAL, c.ZEMAIL FROM ZINVOICE i JOIN ZCUSTOMER c ON c.Z_PK = i.ZCUSTOMER
                """
            ),
            (
                """
                SELECT l.UnitPrice, l.Quantity, CAST(strftime('%s', i.InvoiceDate) AS INTEGER) - 978307200,
                    t.Name FROM InvoiceLine l JOIN Invoice i USING (InvoiceId) JOIN Track t USING (TrackId)
                """,
                """
                SELECT l.ZUNITPRICE, l.ZQUANTITY, i.ZDATE, t.ZNAME FROM ZINVOICELINE l JOIN ZINVOICE i ON
                    i.Z_PK = l.ZINVOICE JOIN ZTRACK t ON t.Z_PK = l.ZTRACK
                """
            ),
        ])

    private static let chinookModel = """
        Artist: name/s albums>>Album.artist
        Album: title/s! artist>Artist.albums tracks>>Track.album
        Track: name/s! composer/s milliseconds/i32 fileSize/i price/dec album>Album.tracks
            genre>Genre.tracks mediaType>MediaType.tracks playlists>>Playlist.tracks
            lines>>InvoiceLine.track
        Genre: name/s tracks>>Track.genre
        MediaType: name/s tracks>>Track.mediaType
        Playlist: name/s tracks>>Track.playlists
        Employee: firstName/s! lastName/s! title/s birthDate/d hireDate/d address/s city/s state/s
            country/s postalCode/s phone/s fax/s email/s manager>Employee.subordinates
            subordinates>>Employee.manager customers>>Customer.supportRep
        Customer: firstName/s! lastName/s! company/s address/s city/s state/s country/s postalCode/s
            phone/s fax/s email/s supportRep>Employee.customers invoices>>Invoice.customer
        Invoice: date/d! billingAddress/s billingCity/s billingState/s billingCountry/s
            billingPostalCode/s total/dec customer>Customer.invoices! lines>>InvoiceLine.invoice
        InvoiceLine: unitPrice/dec quantity/i32 invoice>Invoice.lines! track>Track.lines!
        """

    private static let chinookSQL = """
        CREATE TABLE [Album] ([AlbumId] INTEGER NOT NULL, [Title] NVARCHAR(160) NOT NULL, [ArtistId]
            INTEGER NOT NULL,
        CONSTRAINT [PK_Album] PRIMARY KEY ([AlbumId]), FOREIGN KEY ([ArtistId]) REFERENCES [Artist]
            ([ArtistId]));
        CREATE TABLE [Artist] ([ArtistId] INTEGER NOT NULL, [Name] NVARCHAR(120), CONSTRAINT [PK_Artist]
            PRIMARY KEY ([ArtistId]));
        CREATE TABLE [Customer] ([CustomerId] INTEGER NOT NULL, [FirstName] NVARCHAR(40) NOT NULL,
            [LastName] NVARCHAR(20) NOT NULL,
        [Company] NVARCHAR(80), [Address] NVARCHAR(70), [City] NVARCHAR(40), [State] NVARCHAR(40),
            [Country] NVARCHAR(40),
        [PostalCode] NVARCHAR(10), [Phone] NVARCHAR(24), [Fax] NVARCHAR(24), [Email] NVARCHAR(60) NOT NULL,
            [SupportRepId] INTEGER,
        CONSTRAINT [PK_Customer] PRIMARY KEY ([CustomerId]), FOREIGN KEY ([SupportRepId]) REFERENCES
            [Employee] ([EmployeeId]));
        CREATE TABLE [Employee] ([EmployeeId] INTEGER NOT NULL, [LastName] NVARCHAR(20) NOT NULL,
            [FirstName] NVARCHAR(20) NOT NULL,
        [Title] NVARCHAR(30), [ReportsTo] INTEGER, [BirthDate] DATETIME, [HireDate] DATETIME, [Address]
            NVARCHAR(70), [City] NVARCHAR(40),
        [State] NVARCHAR(40), [Country] NVARCHAR(40), [PostalCode] NVARCHAR(10), [Phone] NVARCHAR(24),
            [Fax] NVARCHAR(24), [Email] NVARCHAR(60),
        CONSTRAINT [PK_Employee] PRIMARY KEY ([EmployeeId]), FOREIGN KEY ([ReportsTo]) REFERENCES
            [Employee] ([EmployeeId]));
        CREATE TABLE [Genre] ([GenreId] INTEGER NOT NULL, [Name] NVARCHAR(120), CONSTRAINT [PK_Genre]
            PRIMARY KEY ([GenreId]));
        CREATE TABLE [Invoice] ([InvoiceId] INTEGER NOT NULL, [CustomerId] INTEGER NOT NULL, [InvoiceDate]
            DATETIME NOT NULL,
        [BillingAddress] NVARCHAR(70), [BillingCity] NVARCHAR(40), [BillingState] NVARCHAR(40),
            [BillingCountry] NVARCHAR(40),
        [BillingPostalCode] NVARCHAR(10), [Total] NUMERIC(10,2) NOT NULL, CONSTRAINT [PK_Invoice] PRIMARY
            KEY ([InvoiceId]),
        FOREIGN KEY ([CustomerId]) REFERENCES [Customer] ([CustomerId]));
        CREATE TABLE [InvoiceLine] ([InvoiceLineId] INTEGER NOT NULL, [InvoiceId] INTEGER NOT NULL,
            [TrackId] INTEGER NOT NULL,
        [UnitPrice] NUMERIC(10,2) NOT NULL, [Quantity] INTEGER NOT NULL, CONSTRAINT [PK_InvoiceLine]
            PRIMARY KEY ([InvoiceLineId]),
        FOREIGN KEY ([InvoiceId]) REFERENCES [Invoice] ([InvoiceId]), FOREIGN KEY ([TrackId]) REFERENCES
            [Track] ([TrackId]));
        CREATE TABLE [MediaType] ([MediaTypeId] INTEGER NOT NULL, [Name] NVARCHAR(120), CONSTRAINT
            [PK_MediaType] PRIMARY KEY ([MediaTypeId]));
        CREATE TABLE [Playlist] ([PlaylistId] INTEGER NOT NULL, [Name] NVARCHAR(120), CONSTRAINT
            [PK_Playlist] PRIMARY KEY ([PlaylistId]));
        CREATE TABLE [PlaylistTrack] ([PlaylistId] INTEGER NOT NULL, [TrackId] INTEGER NOT NULL,
        CONSTRAINT [PK_PlaylistTrack] PRIMARY KEY ([PlaylistId], [TrackId]),
        FOREIGN KEY ([PlaylistId]) REFERENCES [Playlist] ([PlaylistId]), FOREIGN KEY ([TrackId]) REFERENCES
            [Track] ([TrackId]));
        CREATE TABLE [Track] ([TrackId] INTEGER NOT NULL, [Name] NVARCHAR(200) NOT NULL, [AlbumId] INTEGER,
            [MediaTypeId] INTEGER NOT NULL,
        [GenreId] INTEGER, [Composer] NVARCHAR(220), [Milliseconds] INTEGER NOT NULL, [Bytes] INTEGER,
            [UnitPrice] NUMERIC(10,2) NOT NULL,
        CONSTRAINT [PK_Track] PRIMARY KEY ([TrackId]), FOREIGN KEY ([AlbumId]) REFERENCES [Album]
            ([AlbumId]),
        FOREIGN KEY ([GenreId]) REFERENCES [Genre] ([GenreId]), FOREIGN KEY ([MediaTypeId]) REFERENCES
            [MediaType] ([MediaTypeId]));
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<40) INSERT INTO Artist SELECT
            i, CASE i%17 WHEN 3 THEN NULL ELSE 'Artist '||i END FROM n;
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<60) INSERT INTO Album SELECT
            i, 'Album '||i, 1+i%40 FROM n;
        INSERT INTO Genre VALUES (1,'Rock'),(2,'Jazz'),(3,'Metal'),(4,'Pop'),(5,'Blues');
        INSERT INTO MediaType VALUES
            (1,'MPEG audio file'),(2,'Protected AAC audio file'),(3,'AAC audio file');
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<300) INSERT INTO Track SELECT
            i,'Track '||i, CASE i%29 WHEN 0 THEN NULL ELSE 1+i%60 END, 1+i%3, 1+i%5, CASE i%4 WHEN 0 THEN NULL
            ELSE 'Composer '||(i%9) END, 200000+i*13, 5000000+i*1777, CASE i%10 WHEN 0 THEN 1.99 ELSE 0.99 END
            FROM n;
        INSERT INTO Playlist VALUES (1,'Music'),(2,'Movies'),(3,'TV Shows'),(4,'90’s Music');
        INSERT INTO PlaylistTrack SELECT 1, TrackId FROM Track UNION ALL SELECT 3, TrackId FROM Track WHERE
            TrackId%7=0 UNION ALL SELECT 4, TrackId FROM Track WHERE TrackId%3=1;
        INSERT INTO Employee VALUES
            (1,'Adams','Andrew','General Manager',NULL,'1962-02-18 00:00:00','2002-08-14 00:00:00','11120 Jasper Ave NW','Edmonton','AB','Canada','T5K 2N1','+1 (780) 428-9482','+1 (780) 428-3457','andrew@chinookcorp.com'),
        (2,'Edwards','Nancy','Sales Manager',1,'1958-12-08 00:00:00','2002-05-01 00:00:00','825 8 Ave SW','Calgary','AB','Canada','T2P 2T3','+1 (403) 262-3443','+1 (403) 262-3322','nancy@chinookcorp.com'),
        (3,'Peacock','Jane','Sales Support Agent',2,'1973-08-29 00:00:00','2002-04-01 00:00:00','1111 6 Ave SW','Calgary','AB','Canada','T2P 5M5','+1 (403) 262-3443','+1 (403) 262-6712','jane@chinookcorp.com');
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<59) INSERT INTO Customer
            SELECT i,'First'||i,'Last'||i,CASE i%3 WHEN 0 THEN 'Company '||i
            END,i||' Street','City '||(i%7),CASE i%2 WHEN 0 THEN 'S'||(i%5)
            END,'Country '||(i%5),'0'||(1000+i),'+1 555 '||i,NULL,'c'||i||'@example.com',2+i%2 FROM n;
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<120) INSERT INTO Invoice
            SELECT i,1+i%59,datetime('2009-01-01','+'||i||' days'),(i%59)||' Street','City '||(i%7),NULL,'Country '||(i%5),'0'||(1000+i),round(0.99*(1+i%14),2) FROM n;
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<400) INSERT INTO InvoiceLine
            SELECT i,1+i%120,1+i%300,0.99,1 FROM n;
        """
}
