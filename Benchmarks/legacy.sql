-- The legacy database's rows into a store, as pure SQL in one process of the sqlite3 shell; the
-- store is a copy of the empty one without its indexes, which the runner adds at the end.
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
PRAGMA locking_mode = EXCLUSIVE;
PRAGMA cache_size = -16384;
ATTACH 'LEGACY' AS legacy;
BEGIN;
INSERT INTO ZUNIT (Z_ENT, Z_OPT, ZNAME) SELECT 4, 1, unit FROM legacy.items GROUP BY unit;
INSERT INTO ZHOME (Z_ENT, Z_OPT, ZNAME) SELECT 1, 1, home FROM legacy.items GROUP BY home;
INSERT INTO ZSHOP (Z_ENT, Z_OPT, ZNAME) SELECT 3, 1, shop FROM legacy.items GROUP BY shop;
INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZLISTED, ZHOME, ZSHOP, ZUNIT, ZDATE, ZQUANTITY, ZNAME)
SELECT i.id, 2, 1, i.listed, h.Z_PK, s.Z_PK, u.Z_PK, i.date - 978307200.0, i.quantity, i.name
FROM legacy.items AS i
LEFT JOIN ZHOME AS h ON h.ZNAME = i.home
LEFT JOIN ZSHOP AS s ON s.ZNAME = i.shop
LEFT JOIN ZUNIT AS u ON u.ZNAME = i.unit
ORDER BY i.id;
UPDATE Z_PRIMARYKEY SET Z_MAX = (SELECT max(Z_PK) FROM ZHOME) WHERE Z_ENT = 1;
UPDATE Z_PRIMARYKEY SET Z_MAX = (SELECT max(Z_PK) FROM ZITEM) WHERE Z_ENT = 2;
UPDATE Z_PRIMARYKEY SET Z_MAX = (SELECT max(Z_PK) FROM ZSHOP) WHERE Z_ENT = 3;
UPDATE Z_PRIMARYKEY SET Z_MAX = (SELECT max(Z_PK) FROM ZUNIT) WHERE Z_ENT = 4;
