// The tables and columns of Sakila, with invented rows, and a model as an app developer would write it.
extension LegacyDatabase {
    static let sakila = LegacyDatabase(
        description: "Sakila", sql: sakilaSQL, model: sakilaModel,
        left: [
            "film_actor: nothing fits last_update", "film_category: nothing fits last_update",
            "payment: nothing fits payment_id, last_update",
        ],
        queries: [
            (
                """
                SELECT first_name, last_name, CAST(strftime('%s', last_update) AS INTEGER) - 978307200 FROM
                    actor
                """,
                """
                SELECT ZFIRSTNAME, ZLASTNAME, ZLASTUPDATE FROM ZACTOR
                """
            ),
            (
                """
                SELECT f.title, f.description, f.release_year, f.rental_duration, f.rental_rate, f.length,
                    f.replacement_cost, f.rating, f.special_features, l.name, o.name FROM film f JOIN language
                    l USING (language_id) LEFT JOIN language o ON o.language_id = f.original_language_id
                """,
                """
                SELECT f.ZTITLE, f.ZSUMMARY, f.ZRELEASEYEAR, f.ZRENTALDURATION, f.ZRENTALRATE, f.ZLENGTH,
                    f.ZREPLACEMENTCOST, f.ZRATING, f.ZSPECIALFEATURES, l.ZNAME, o.ZNAME FROM ZFILM f JOIN
                    ZLANGUAGE l ON l.Z_PK = f.ZLANGUAGE LEFT JOIN ZLANGUAGE o ON o.Z_PK = f.ZORIGINALLANGUAGE
                """
            ),
            (
                """
                SELECT a.first_name, f.title FROM film_actor JOIN actor a USING (actor_id) JOIN film f
                    USING (film_id)
                """,
                """
                SELECT a.ZFIRSTNAME, f.ZTITLE FROM Z_1FILMS j JOIN ZACTOR a ON a.Z_PK = j.Z_1ACTORS JOIN
                    ZFILM f ON f.Z_PK = j.Z_7FILMS
                """
            ),
            (
                """
                SELECT c.name, f.title FROM film_category JOIN category c USING (category_id) JOIN film f
                    USING (film_id)
                """,
                """
                SELECT c.ZNAME, f.ZTITLE FROM Z_3FILMS j JOIN ZCATEGORY c ON c.Z_PK = j.Z_3CATEGORIES JOIN
                    ZFILM f ON f.Z_PK = j.Z_7FILMS1
                """
            ),
            (
                """
                SELECT a.address, a.address2, a.district, a.postal_code, a.phone, c.city, l.country FROM
                    address a JOIN city c USING (city_id) JOIN country l USING (country_id)
                """,
                """
                SELECT a.ZADDRESS, a.ZADDRESS2, a.ZDISTRICT, a.ZPOSTALCODE, a.ZPHONE, c.ZNAME, l.ZNAME FROM
                    ZADDRESS a JOIN ZCITY c ON c.Z_PK = a.ZCITY JOIN ZCOUNTRY l ON l.Z_PK = c.ZCOUNTRY
                """
            ),
            (
                """
                SELECT s.username, s.password, hex(s.picture), s.active, a.address, b.address FROM staff s
                    JOIN address a USING (address_id) JOIN store t ON t.store_id = s.store_id JOIN address b ON
                    b.address_id = t.address_id
                """,
                """
                SELECT s.ZUSERNAME, s.ZPASSWORD, hex(s.ZPICTURE), s.ZISACTIVE, a.ZADDRESS, b.ZADDRESS FROM
                    ZSTAFF s JOIN ZADDRESS a ON a.Z_PK = s.ZADDRESS JOIN ZSTORE t ON t.Z_PK = s.ZSTORE JOIN
                    ZADDRESS b ON b.Z_PK = t.ZADDRESS
                """
            ),
            (
                """
                SELECT a.address, s.username FROM store t JOIN address a USING (address_id) JOIN staff s ON
                    s.staff_id = t.manager_staff_id
                """,
                """
                SELECT a.ZADDRESS, s.ZUSERNAME FROM ZSTORE t JOIN ZADDRESS a ON a.Z_PK = t.ZADDRESS JOIN
                    ZSTAFF s ON s.Z_PK = t.ZMANAGER
                """
            ),
            (
                """
                SELECT CAST(strftime('%s', r.rental_date) AS INTEGER) - 978307200, CAST(strftime('%s',
                    r.return_date) AS INTEGER) - 978307200, c.email, s.username, f.title FROM rental r JOIN
                    customer c USING (customer_id) JOIN staff s ON s.staff_id = r.staff_id JOIN inventory i
                    USING (inventory_id) JOIN film f USING (film_id)
                """,
                """
                SELECT r.ZRENTALDATE, r.ZRETURNDATE, c.ZEMAIL, s.ZUSERNAME, f.ZTITLE FROM ZRENTAL r JOIN
                    ZCUSTOMER c ON c.Z_PK = r.ZCUSTOMER JOIN ZSTAFF s ON s.Z_PK = r.ZSTAFF JOIN ZINVENTORYITEM
                    i ON i.Z_PK = r.ZITEM JOIN ZFILM f ON f.Z_PK = i.ZFILM
                """
            ),
            (
                """
                SELECT p.amount, CAST(strftime('%s', p.payment_date) AS INTEGER) - 978307200, c.email,
                    s.username, CAST(strftime('%s', r.rental_date) AS INTEGER) - 978307200 FROM payment p JOIN
                    customer c ON c.customer_id = p.customer_id JOIN staff s ON s.staff_id = p.staff_id LEFT
                    JOIN rental r ON r.rental_id = p.rental_id
                """,
                """
                SELECT p.ZAMOUNT, p.ZPAYMENTDATE, c.ZEMAIL, s.ZUSERNAME, r.ZRENTALDATE FROM ZPAYMENT p JOIN
                    ZCUSTOMER c ON c.Z_PK = p.ZCUSTOMER JOIN ZSTAFF s ON s.Z_PK = p.ZSTAFF LEFT JOIN ZRENTAL r
                    ON r.Z_PK = p.ZRENTAL
                """
            ),
        ])

    private static let sakilaModel = """
        Actor: firstName/s! lastName/s! lastUpdate/d films>>Film.actors
        Category: name/s! films>>Film.categories
        Country: name/s! cities>>City.country
        City: name/s! country>Country.cities! addresses>>Address.city
        Address: address/s! address2/s district/s postalCode/s phone/s city>City.addresses!
            customers>>Customer.address staff>>Staff.address stores>>Store.address
        Language: name/s! films>>Film.language originalFilms>>Film.originalLanguage
        Film: title/s! summary/s releaseYear/i16 rentalDuration/i16 rentalRate/dec length/i16
            replacementCost/dec rating/s specialFeatures/s language>Language.films
            originalLanguage>Language.originalFilms actors>>Actor.films categories>>Category.films
            inventory>>InventoryItem.film
        InventoryItem: lastUpdate/d film>Film.inventory! store>Store.inventory rentals>>Rental.item
        Store: lastUpdate/d manager>Staff.managedStore address>Address.stores staff>>Staff.store
            customers>>Customer.store inventory>>InventoryItem.store
        Staff: firstName/s! lastName/s! email/s picture/x isActive/b username/s password/s
            address>Address.staff store>Store.staff managedStore>Store.manager rentals>>Rental.staff
            payments>>Payment.staff
        Customer: firstName/s! lastName/s! email/s isActive/b createDate/d store>Store.customers
            address>Address.customers rentals>>Rental.customer payments>>Payment.customer
        Rental: rentalDate/d! returnDate/d item>InventoryItem.rentals customer>Customer.rentals
            staff>Staff.rentals payments>>Payment.rental
        Payment: amount/dec! paymentDate/d! customer>Customer.payments! staff>Staff.payments!
            rental>Rental.payments
        """

    private static let sakilaSQL = """
        CREATE TABLE actor (actor_id numeric NOT NULL, first_name VARCHAR(45) NOT NULL, last_name
            VARCHAR(45) NOT NULL, last_update TIMESTAMP NOT NULL, PRIMARY KEY (actor_id));
        CREATE INDEX idx_actor_last_name ON actor(last_name);
        CREATE TABLE country (country_id SMALLINT NOT NULL, country VARCHAR(50) NOT NULL, last_update
            TIMESTAMP, PRIMARY KEY (country_id));
        CREATE TABLE city (city_id int NOT NULL, city VARCHAR(50) NOT NULL, country_id SMALLINT NOT NULL,
            last_update TIMESTAMP NOT NULL, PRIMARY KEY (city_id),
        CONSTRAINT fk_city_country FOREIGN KEY (country_id) REFERENCES country (country_id) ON DELETE NO
            ACTION ON UPDATE CASCADE);
        CREATE TABLE address (address_id int NOT NULL, address VARCHAR(50) NOT NULL, address2 VARCHAR(50)
            DEFAULT NULL, district VARCHAR(20) NOT NULL, city_id INT NOT NULL,
        postal_code VARCHAR(10) DEFAULT NULL, phone VARCHAR(20) NOT NULL, last_update TIMESTAMP NOT NULL,
            PRIMARY KEY (address_id),
        CONSTRAINT fk_address_city FOREIGN KEY (city_id) REFERENCES city (city_id));
        CREATE TABLE language (language_id SMALLINT NOT NULL, name CHAR(20) NOT NULL, last_update TIMESTAMP
            NOT NULL, PRIMARY KEY (language_id));
        CREATE TABLE category (category_id SMALLINT NOT NULL, name VARCHAR(25) NOT NULL, last_update
            TIMESTAMP NOT NULL, PRIMARY KEY (category_id));
        CREATE TABLE customer (customer_id INT NOT NULL, store_id INT NOT NULL, first_name VARCHAR(45) NOT
            NULL, last_name VARCHAR(45) NOT NULL, email VARCHAR(50) DEFAULT NULL,
        address_id INT NOT NULL, active CHAR(1) DEFAULT 'Y' NOT NULL, create_date TIMESTAMP NOT NULL,
            last_update TIMESTAMP NOT NULL, PRIMARY KEY (customer_id),
        CONSTRAINT fk_customer_store FOREIGN KEY (store_id) REFERENCES store (store_id), CONSTRAINT
            fk_customer_address FOREIGN KEY (address_id) REFERENCES address (address_id));
        CREATE TABLE film (film_id int NOT NULL, title VARCHAR(255) NOT NULL, description BLOB SUB_TYPE
            TEXT DEFAULT NULL, release_year VARCHAR(4) DEFAULT NULL, language_id SMALLINT NOT NULL,
        original_language_id SMALLINT DEFAULT NULL, rental_duration SMALLINT DEFAULT 3 NOT NULL,
            rental_rate DECIMAL(4,2) DEFAULT 4.99 NOT NULL, length SMALLINT DEFAULT NULL,
        replacement_cost DECIMAL(5,2) DEFAULT 19.99 NOT NULL, rating VARCHAR(10) DEFAULT 'G',
            special_features VARCHAR(100) DEFAULT NULL, last_update TIMESTAMP NOT NULL, PRIMARY KEY (film_id),
        CONSTRAINT fk_film_language FOREIGN KEY (language_id) REFERENCES language (language_id),
        CONSTRAINT fk_film_language_original FOREIGN KEY (original_language_id) REFERENCES language
            (language_id));
        CREATE TABLE film_actor (actor_id INT NOT NULL, film_id INT NOT NULL, last_update TIMESTAMP NOT
            NULL, PRIMARY KEY (actor_id, film_id),
        CONSTRAINT fk_film_actor_actor FOREIGN KEY (actor_id) REFERENCES actor (actor_id), CONSTRAINT
            fk_film_actor_film FOREIGN KEY (film_id) REFERENCES film (film_id));
        CREATE TABLE film_category (film_id INT NOT NULL, category_id SMALLINT NOT NULL, last_update
            TIMESTAMP NOT NULL, PRIMARY KEY (film_id, category_id),
        CONSTRAINT fk_film_category_film FOREIGN KEY (film_id) REFERENCES film (film_id), CONSTRAINT
            fk_film_category_category FOREIGN KEY (category_id) REFERENCES category (category_id));
        CREATE TABLE film_text (film_id SMALLINT NOT NULL, title VARCHAR(255) NOT NULL, description BLOB
            SUB_TYPE TEXT, PRIMARY KEY (film_id));
        CREATE TABLE inventory (inventory_id INT NOT NULL, film_id INT NOT NULL, store_id INT NOT NULL,
            last_update TIMESTAMP NOT NULL, PRIMARY KEY (inventory_id),
        CONSTRAINT fk_inventory_store FOREIGN KEY (store_id) REFERENCES store (store_id), CONSTRAINT
            fk_inventory_film FOREIGN KEY (film_id) REFERENCES film (film_id));
        CREATE TABLE staff (staff_id SMALLINT NOT NULL, first_name VARCHAR(45) NOT NULL, last_name
            VARCHAR(45) NOT NULL, address_id INT NOT NULL, picture BLOB DEFAULT NULL, email VARCHAR(50) DEFAULT
            NULL,
        store_id INT NOT NULL, active SMALLINT DEFAULT 1 NOT NULL, username VARCHAR(16) NOT NULL, password
            VARCHAR(40) DEFAULT NULL, last_update TIMESTAMP NOT NULL, PRIMARY KEY (staff_id),
        CONSTRAINT fk_staff_store FOREIGN KEY (store_id) REFERENCES store (store_id), CONSTRAINT
            fk_staff_address FOREIGN KEY (address_id) REFERENCES address (address_id));
        CREATE TABLE store (store_id INT NOT NULL, manager_staff_id SMALLINT NOT NULL, address_id INT NOT
            NULL, last_update TIMESTAMP NOT NULL, PRIMARY KEY (store_id),
        CONSTRAINT fk_store_staff FOREIGN KEY (manager_staff_id) REFERENCES staff (staff_id), CONSTRAINT
            fk_store_address FOREIGN KEY (address_id) REFERENCES address (address_id));
        CREATE TABLE payment (payment_id int NOT NULL, customer_id INT NOT NULL, staff_id SMALLINT NOT
            NULL, rental_id INT DEFAULT NULL, amount DECIMAL(5,2) NOT NULL, payment_date TIMESTAMP NOT NULL,
            last_update TIMESTAMP NOT NULL, PRIMARY KEY (payment_id),
        CONSTRAINT fk_payment_rental FOREIGN KEY (rental_id) REFERENCES rental (rental_id), CONSTRAINT
            fk_payment_customer FOREIGN KEY (customer_id) REFERENCES customer (customer_id), CONSTRAINT
            fk_payment_staff FOREIGN KEY (staff_id) REFERENCES staff (staff_id));
        CREATE TABLE rental (rental_id INT NOT NULL, rental_date TIMESTAMP NOT NULL, inventory_id INT NOT
            NULL, customer_id INT NOT NULL, return_date TIMESTAMP DEFAULT NULL, staff_id SMALLINT NOT NULL,
            last_update TIMESTAMP NOT NULL, PRIMARY KEY (rental_id),
        CONSTRAINT fk_rental_staff FOREIGN KEY (staff_id) REFERENCES staff (staff_id), CONSTRAINT
            fk_rental_inventory FOREIGN KEY (inventory_id) REFERENCES inventory (inventory_id), CONSTRAINT
            fk_rental_customer FOREIGN KEY (customer_id) REFERENCES customer (customer_id));
        CREATE VIEW customer_list AS SELECT cu.customer_id AS ID, cu.first_name||' '||cu.last_name AS name
            FROM customer AS cu;
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<30) INSERT INTO actor SELECT
            i,'FIRST'||i,'LAST'||(i%20),'2020-12-23 07:12:29' FROM n;
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<10) INSERT INTO country SELECT
            i,'Country '||i,'2020-12-23 07:12:14' FROM n;
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<25) INSERT INTO city SELECT
            i,'City '||i,1+i%10,'2020-12-23 07:12:17' FROM n;
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<60) INSERT INTO address SELECT
            i,i||' Way',NULL,CASE i%5 WHEN 0 THEN ' ' ELSE 'District '||(i%8)
            END,1+i%25,''||(10000+i),'14033'||i,'2020-12-23 07:12:28' FROM n;
        INSERT INTO language SELECT value, name, '2020-12-23 07:12:12' FROM (SELECT 1 value,'English' name
            UNION SELECT 2,'Italian' UNION SELECT 3,'Japanese' UNION SELECT 4,'Mandarin' UNION SELECT
            5,'French' UNION SELECT 6,'German');
        INSERT INTO category SELECT value, name, '2020-12-23 07:12:13' FROM (SELECT 1 value,'Action' name
            UNION SELECT 2,'Animation' UNION SELECT 3,'Children' UNION SELECT 4,'Classics');
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<50) INSERT INTO film SELECT
            i,'FILM '||i,'A Epic Drama of '||i,'2006',1+i%2,NULL,3+i%5,CASE i%3 WHEN 0 THEN 0.99 WHEN 1 THEN
            2.99 ELSE 4.99 END,60+i,10.99+i%20,CASE i%5 WHEN 0 THEN 'PG' WHEN 1 THEN 'G' WHEN 2 THEN 'NC-17'
            WHEN 3 THEN 'PG-13' ELSE 'R' END,CASE i%2 WHEN 0 THEN 'Trailers,Deleted Scenes' ELSE 'Commentaries'
            END,'2020-12-23 07:12:31' FROM n;
        INSERT INTO film_actor SELECT actor_id, film_id, '2020-12-23 07:13:31' FROM actor, film WHERE
            (actor_id*7+film_id*3)%5=0;
        INSERT INTO film_category SELECT film_id, 1+film_id%4, '2020-12-23 07:13:40' FROM film;
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<2) INSERT INTO store SELECT
            i,i,i,'2020-12-23 07:12:15' FROM n;
        INSERT INTO staff VALUES
            (1,'Mike','Hillyer',3,x'89504e47','Mike.Hillyer@sakilastaff.com',1,1,'Mike','8cb2237d0679ca88db6464eac60da96345513964','2020-12-23 07:12:31'),(2,'Jon','Stephens',4,NULL,'Jon.Stephens@sakilastaff.com',2,1,'Jon',NULL,'2020-12-23 07:12:31');
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<40) INSERT INTO customer
            SELECT i,1+i%2,'MARY'||i,'SMITH'||i,'M'||i||'@sakilacustomer.org',5+i,CASE i%9 WHEN 0 THEN '0' ELSE
            '1' END,'2006-02-14 22:04:36.000','2020-12-23 07:12:32' FROM n;
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<120) INSERT INTO inventory
            SELECT i,1+i%50,1+i%2,'2020-12-23 07:12:33' FROM n;
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<200) INSERT INTO rental SELECT
            i,datetime('2005-05-24 22:53:30','+'||(i*7)||' minutes')||'.000',1+i%120,1+i%40,CASE i%13 WHEN 0
            THEN NULL ELSE datetime('2005-05-26 22:04:30','+'||i||' minutes')||'.000'
            END,1+i%2,'2020-12-23 07:14:00' FROM n;
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<220) INSERT INTO payment
            SELECT i,1+i%40,1+i%2,CASE i%20 WHEN 0 THEN NULL ELSE 1+i%200
            END,0.99+i%10,datetime('2005-05-25 11:30:37','+'||i||' minutes')||'.000','2020-12-23 07:14:10' FROM
            n;
        """
}
