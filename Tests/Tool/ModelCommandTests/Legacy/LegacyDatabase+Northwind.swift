// The tables and columns of Northwind, with invented rows, and a model as an app developer would write it.
extension LegacyDatabase {
    static let northwind = LegacyDatabase(
        description: "Northwind", sql: northwindSQL, model: northwindModel,
        left: [
            "Customer: no column for code", "no source for CustomerDemographic",
        ],
        queries: [
            (
                """
                SELECT CategoryName, Description, hex(Picture) FROM Categories
                """,
                """
                SELECT ZNAME, ZCATEGORYDESCRIPTION, hex(ZPICTURE) FROM ZCATEGORY
                """
            ),
            (
                """
                SELECT p.ProductName, p.QuantityPerUnit, p.UnitPrice, p.UnitsInStock, p.UnitsOnOrder,
                    p.ReorderLevel, p.Discontinued, s.CompanyName, c.CategoryName FROM Products p JOIN
                    Suppliers s USING (SupplierID) JOIN Categories c USING (CategoryID)
                """,
                """
                SELECT p.ZNAME, p.ZQUANTITYPERUNIT, p.ZUNITPRICE, p.ZUNITSINSTOCK, p.ZUNITSONORDER,
                    p.ZREORDERLEVEL, p.ZISDISCONTINUED, s.ZCOMPANYNAME, c.ZNAME FROM ZPRODUCT p JOIN ZSUPPLIER
                    s ON s.Z_PK = p.ZSUPPLIER JOIN ZCATEGORY c ON c.Z_PK = p.ZCATEGORY
                """
            ),
            (
                """
                SELECT CAST(strftime('%s', o.OrderDate) AS INTEGER) - 978307200, CAST(strftime('%s',
                    o.RequiredDate) AS INTEGER) - 978307200, CAST(strftime('%s', o.ShippedDate) AS INTEGER) -
                    978307200, o.Freight, o.ShipName, o.ShipPostalCode, c.CompanyName, e.LastName,
                    s.CompanyName FROM Orders o LEFT JOIN Customers c USING (CustomerID) LEFT JOIN Employees e
                    ON e.EmployeeID = o.EmployeeID LEFT JOIN Shippers s ON s.ShipperID = o.ShipVia
                """,
                """
                SELECT o.ZORDERDATE, o.ZREQUIREDDATE, o.ZSHIPPEDDATE, o.ZFREIGHT, o.ZSHIPNAME,
                    o.ZSHIPPOSTALCODE, c.ZCOMPANYNAME, e.ZLASTNAME, s.ZCOMPANYNAME FROM ZORDER o LEFT JOIN
                    ZCUSTOMER c ON c.Z_PK = o.ZCUSTOMER LEFT JOIN ZEMPLOYEE e ON e.Z_PK = o.ZEMPLOYEE LEFT JOIN
                    ZSHIPPER s ON s.Z_PK = o.ZSHIPPER
                """
            ),
            (
                """
                SELECT o.ShipName, p.ProductName, d.UnitPrice, d.Quantity, d.Discount FROM "Order Details"
                    d JOIN Orders o USING (OrderID) JOIN Products p USING (ProductID)
                """,
                """
                SELECT o.ZSHIPNAME, p.ZNAME, d.ZUNITPRICE, d.ZQUANTITY, d.ZDISCOUNT FROM ZORDERDETAIL d
                    JOIN ZORDER o ON o.Z_PK = d.ZORDER JOIN ZPRODUCT p ON p.Z_PK = d.ZPRODUCT
                """
            ),
            (
                """
                SELECT e.LastName, t.TerritoryDescription FROM EmployeeTerritories JOIN Employees e USING
                    (EmployeeID) JOIN Territories t USING (TerritoryID)
                """,
                """
                SELECT e.ZLASTNAME, t.ZNAME FROM Z_4TERRITORIES j JOIN ZEMPLOYEE e ON e.Z_PK =
                    j.Z_4EMPLOYEES JOIN ZTERRITORY t ON t.Z_PK = j.Z_11TERRITORIES
                """
            ),
            (
                """
                SELECT t.TerritoryDescription, r.RegionDescription FROM Territories t JOIN Regions r USING
                    (RegionID)
                """,
                """
                SELECT t.ZNAME, r.ZNAME FROM ZTERRITORY t JOIN ZREGION r ON r.Z_PK = t.ZREGION
                """
            ),
            (
                """
                SELECT e.FirstName, e.TitleOfCourtesy, CAST(strftime('%s', e.BirthDate) AS INTEGER) -
                    978307200, e.Extension, hex(e.Photo), e.Notes, e.PhotoPath, m.LastName FROM Employees e
                    LEFT JOIN Employees m ON m.EmployeeID = e.ReportsTo
                """,
                """
                SELECT e.ZFIRSTNAME, e.ZTITLEOFCOURTESY, e.ZBIRTHDATE, e.ZEXTENSIONNUMBER, hex(e.ZPHOTO),
                    e.ZNOTES, e.ZPHOTOPATH, m.ZLASTNAME FROM ZEMPLOYEE e LEFT JOIN ZEMPLOYEE m ON m.Z_PK =
                    e.ZMANAGER
                """
            ),
        ])

    private static let northwindModel = """
        Category: name/s! categoryDescription/s picture/x products>>Product.category
        Customer: code/s companyName/s contactName/s contactTitle/s address/s city/s region/s
            postalCode/s country/s phone/s fax/s orders>>Order.customer
            demographics>>CustomerDemographic.customers
        CustomerDemographic: code/s descriptionText/s customers>>Customer.demographics
        Employee: firstName/s lastName/s title/s titleOfCourtesy/s birthDate/d hireDate/d address/s
            city/s region/s postalCode/s country/s homePhone/s extensionNumber/s photo/x notes/s
            photoPath/s manager>Employee.reports reports>>Employee.manager territories>>Territory.employees
            orders>>Order.employee
        Territory: name/s! region>Region.territories! employees>>Employee.territories
        Region: name/s! territories>>Territory.region
        Order: orderDate/d requiredDate/d shippedDate/d freight/dec shipName/s shipAddress/s shipCity/s
            shipRegion/s shipPostalCode/s shipCountry/s customer>Customer.orders employee>Employee.orders
            shipper>Shipper.orders details>>OrderDetail.order
        OrderDetail: unitPrice/dec! quantity/i32! discount/f! order>Order.details!
            product>Product.orderDetails!
        Product: name/s! quantityPerUnit/s unitPrice/dec unitsInStock/i32 unitsOnOrder/i32
            reorderLevel/i32 isDiscontinued/b supplier>Supplier.products category>Category.products
            orderDetails>>OrderDetail.product
        Shipper: companyName/s! phone/s orders>>Order.shipper
        Supplier: companyName/s! contactName/s contactTitle/s address/s city/s region/s postalCode/s
            country/s phone/s fax/s homePage/s products>>Product.supplier
        """

    private static let northwindSQL = """
        CREATE TABLE Categories (CategoryID INTEGER PRIMARY KEY AUTOINCREMENT, CategoryName TEXT,
            Description TEXT, Picture BLOB);
        CREATE TABLE CustomerCustomerDemo (CustomerID TEXT NOT NULL, CustomerTypeID TEXT NOT NULL, PRIMARY
            KEY (CustomerID, CustomerTypeID),
        FOREIGN KEY (CustomerID) REFERENCES Customers (CustomerID), FOREIGN KEY (CustomerTypeID) REFERENCES
            CustomerDemographics (CustomerTypeID));
        CREATE TABLE CustomerDemographics (CustomerTypeID TEXT NOT NULL, CustomerDesc TEXT, PRIMARY KEY
            (CustomerTypeID));
        CREATE TABLE Customers (CustomerID TEXT, CompanyName TEXT, ContactName TEXT, ContactTitle TEXT,
            Address TEXT, City TEXT, Region TEXT,
        PostalCode TEXT, Country TEXT, Phone TEXT, Fax TEXT, PRIMARY KEY (CustomerID));
        CREATE TABLE Employees (EmployeeID INTEGER PRIMARY KEY AUTOINCREMENT, LastName TEXT, FirstName
            TEXT, Title TEXT, TitleOfCourtesy TEXT, BirthDate DATE,
        HireDate DATE, Address TEXT, City TEXT, Region TEXT, PostalCode TEXT, Country TEXT, HomePhone TEXT,
            Extension TEXT, Photo BLOB, Notes TEXT,
        ReportsTo INTEGER, PhotoPath TEXT, FOREIGN KEY (ReportsTo) REFERENCES Employees (EmployeeID));
        CREATE TABLE EmployeeTerritories (EmployeeID INTEGER NOT NULL, TerritoryID TEXT NOT NULL, PRIMARY
            KEY (EmployeeID, TerritoryID),
        FOREIGN KEY (EmployeeID) REFERENCES Employees (EmployeeID), FOREIGN KEY (TerritoryID) REFERENCES
            Territories (TerritoryID));
        CREATE TABLE "Order Details" (OrderID INTEGER NOT NULL, ProductID INTEGER NOT NULL, UnitPrice
            NUMERIC NOT NULL DEFAULT 0, Quantity INTEGER NOT NULL DEFAULT 1,
        Discount REAL NOT NULL DEFAULT 0, PRIMARY KEY (OrderID, ProductID), FOREIGN KEY (OrderID)
            REFERENCES Orders (OrderID), FOREIGN KEY (ProductID) REFERENCES Products (ProductID));
        CREATE TABLE Orders (OrderID INTEGER PRIMARY KEY AUTOINCREMENT, CustomerID TEXT, EmployeeID
            INTEGER, OrderDate DATETIME, RequiredDate DATETIME, ShippedDate DATETIME,
        ShipVia INTEGER, Freight NUMERIC DEFAULT 0, ShipName TEXT, ShipAddress TEXT, ShipCity TEXT,
            ShipRegion TEXT, ShipPostalCode TEXT, ShipCountry TEXT,
        FOREIGN KEY (EmployeeID) REFERENCES Employees (EmployeeID), FOREIGN KEY (CustomerID) REFERENCES
            Customers (CustomerID), FOREIGN KEY (ShipVia) REFERENCES Shippers (ShipperID));
        CREATE TABLE Products (ProductID INTEGER PRIMARY KEY AUTOINCREMENT, ProductName TEXT NOT NULL,
            SupplierID INTEGER, CategoryID INTEGER, QuantityPerUnit TEXT,
        UnitPrice NUMERIC DEFAULT 0, UnitsInStock INTEGER DEFAULT 0, UnitsOnOrder INTEGER DEFAULT 0,
            ReorderLevel INTEGER DEFAULT 0, Discontinued TEXT NOT NULL DEFAULT '0',
        FOREIGN KEY (CategoryID) REFERENCES Categories (CategoryID), FOREIGN KEY (SupplierID) REFERENCES
            Suppliers (SupplierID));
        CREATE TABLE Regions (RegionID INTEGER NOT NULL PRIMARY KEY, RegionDescription TEXT NOT NULL);
        CREATE TABLE Shippers (ShipperID INTEGER PRIMARY KEY AUTOINCREMENT, CompanyName TEXT NOT NULL,
            Phone TEXT);
        CREATE TABLE Suppliers (SupplierID INTEGER PRIMARY KEY AUTOINCREMENT, CompanyName TEXT NOT NULL,
            ContactName TEXT, ContactTitle TEXT, Address TEXT, City TEXT,
        Region TEXT, PostalCode TEXT, Country TEXT, Phone TEXT, Fax TEXT, HomePage TEXT);
        CREATE TABLE Territories (TerritoryID TEXT NOT NULL, TerritoryDescription TEXT NOT NULL, RegionID
            INTEGER NOT NULL, PRIMARY KEY (TerritoryID), FOREIGN KEY (RegionID) REFERENCES Regions (RegionID));
        INSERT INTO Categories VALUES
            (1,'Beverages','Soft drinks, coffees, teas, beers, and ales',x'151c2f'),(2,'Condiments','Sweet and savory sauces',x'1501'),(3,'Confections','Desserts',NULL);
        INSERT INTO Regions VALUES (1,'Eastern'),(2,'Western'),(3,'Northern'),(4,'Southern');
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<20) INSERT INTO Territories
            SELECT printf('%05d',1581+i*37),'Territory '||i,1+i%4 FROM n;
        INSERT INTO Shippers VALUES
            (1,'Speedy Express','(503) 555-9831'),(2,'United Package','(503) 555-3199'),(3,'Federal Shipping',NULL);
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<12) INSERT INTO Suppliers
            SELECT i,'Supplier '||i,'Contact '||i,'Manager',i||' Rd','City'||(i%4),CASE i%3 WHEN 0 THEN 'R'||i
            END,'P'||i,'C'||(i%3),'(0)'||i,NULL,CASE i%4 WHEN 1 THEN 'http://s'||i||'.example.com' END FROM n;
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<40) INSERT INTO Products
            SELECT i,'Product '||i,1+i%12,1+i%3,i||' boxes',i*1.25,i*2,i%3,i%5,CASE i%9 WHEN 0 THEN '1' ELSE
            '0' END FROM n;
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<30) INSERT INTO Customers
            SELECT 'C'||printf('%04d',i),'Company '||i,'Contact '||i,'Owner','Str '||i,'City'||(i%6),CASE i%4
            WHEN 0 THEN 'R'||i END,'1'||i,'Land'||(i%4),'0'||i,NULL FROM n;
        INSERT INTO Employees VALUES
            (1,'Davolio','Nancy','Sales Representative','Ms.','1968-12-08','2012-05-01','507 20th Ave.','Seattle','North America','98122','USA','(206) 555-9857','5467',x'00ff','Education includes a BA',2,'http://accweb/emmployees/davolio.bmp'),
        (2,'Fuller','Andrew','Vice President, Sales','Dr.','1972-02-19','2012-08-14','908 W. Capital Way','Tacoma','North America','98401','USA','(206) 555-9482','3457',NULL,'Andrew received his BTS',NULL,'http://accweb/emmployees/fuller.bmp'),
        (3,'Leverling','Janet','Sales Representative','Ms.','1983-08-30','2012-04-01','722 Moss Bay Blvd.','Kirkland','North America','98033','USA','(206) 555-3412','3355',NULL,'Janet has a BS',2,'http://accweb/emmployees/leverling.bmp');
        INSERT INTO EmployeeTerritories SELECT 1+(abs(TerritoryID)%3), TerritoryID FROM Territories;
        INSERT OR IGNORE INTO EmployeeTerritories SELECT 2, TerritoryID FROM Territories WHERE RegionID=1;
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<100) INSERT INTO Orders SELECT
            10247+i,'C'||printf('%04d',1+i%30),1+i%3,date('2016-07-04','+'||i||' days'),date('2016-08-01','+'||i||' days'),CASE i%11 WHEN 0 THEN NULL ELSE date('2016-07-16','+'||i||' days') END,1+i%3,i*1.37,'Ship '||i,'Street '||i,'City'||(i%6),NULL,'0'||i,'Land'||(i%4) FROM n;
        INSERT OR IGNORE INTO "Order Details" SELECT OrderID, 1+OrderID%40, 14.5, 1+OrderID%9, 0.15 FROM
            Orders UNION ALL SELECT OrderID, 1+(OrderID*7)%40, 9.8, 10, 0 FROM Orders UNION ALL SELECT OrderID,
            1+(OrderID*11)%40, 34.8, 5, 0.05 FROM Orders;
        """
}
