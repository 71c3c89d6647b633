extension PageScript {
    /// The part of the script that reads the data elements and formats values.
    static let data = #"""
        'use strict';
        (() => {
          const element = id => document.getElementById(id);
          const read = id => JSON.parse(element(id).textContent);
          const { entities } = read('meta');
          const rowHeight = 32;
          const grid = element('grid'), heads = element('heads'), lines = element('lines');
          const detail = element('detail'), search = element('search'), found = element('found');
          const views = [...document.querySelectorAll('main > section')];
          const links = [...document.querySelectorAll('nav a')];

          // Data: rows are parsed when an entity is first asked for.
          const once = make => { const known = new Map(); return key => {
            if (!known.has(key)) known.set(key, make(key));
            return known.get(key);
          }; };
          const rowsOf = once(number => read('rows-' + number));
          const keysOf = once(number => new Map(rowsOf(number).map((row, index) => [row[0], index])));
          const pairsOf = once(number => {
            const pairs = read('pairs-' + number), members = new Map();
            for (let at = 0; at < pairs.length; at += 2) {
              if (!members.has(pairs[at])) members.set(pairs[at], []);
              members.get(pairs[at]).push(pairs[at + 1]);
            }
            return members;
          });
          const sourcesOf = once(place => {
            const [number, column, order] = place.split(' ').map(Number), members = new Map();
            for (const row of rowsOf(number)) {
              if (row[column] === null) continue;
              if (!members.has(row[column])) members.set(row[column], []);
              members.get(row[column]).push(row);
            }
            if (order) for (const list of members.values()) list.sort((a, b) => a[order] - b[order]);
            return members;
          });
          const textsOf = once(number => rowsOf(number).map(row => row.map(plain).join('\u0001').toLowerCase()));

          /// The entity and the row with a primary key among some entities.
          const find = (targets, key) => {
            for (const number of targets) {
              const index = keysOf(number).get(key);
              if (index !== undefined) return { number, row: rowsOf(number)[index] };
            }
          };
          const nameOf = (number, row) => {
            const label = entities[number].label;
            const text = label ? plain(row[label]) : '';
            if (!text) return entities[number].name + ' ' + row[0];
            return text.length > 80 ? text.slice(0, 80) + '…' : text;
          };

          // Texts: what is hidden or turns the direction of writing is shown by its number.
          const hidden = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/;
          const code = sign => 'U+' + sign.codePointAt(0).toString(16).toUpperCase().padStart(4, '0');
          function plain(value) {
            if (value === null) return '';
            if (typeof value !== 'object') return String(value);
            if (value.e !== undefined) return value.e;
            if (value.j !== undefined) return structured(value, list => list.map(flat).join(', '),
              pairs => pairs.map(([name, member]) => name + ': ' + flat(member)).join(', '), value.j);
            if (value.s !== undefined) return value.s + '…';
            return (value.t ? value.t.toUpperCase() + ', ' : '') + value.b.toLocaleString('en') + ' bytes';
          }
          // Arrays and structures: their members, and not the text that keeps them.
          function structured(value, array, structure, otherwise) {
            let read;
            try { read = JSON.parse(value.j); } catch { return otherwise; }
            return Array.isArray(read) ? array(read) : read && typeof read === 'object' ? structure(Object.entries(read)) : otherwise;
          }
          function flat(value) {
            if (value === null) return 'nil';
            if (Array.isArray(value)) return '[' + value.map(flat).join(', ') + ']';
            if (typeof value !== 'object') return String(value);
            return '{' + Object.entries(value).map(([name, member]) => name + ': ' + flat(member)).join(', ') + '}';
          }
          function make(name, properties, ...children) {
            const made = document.createElement(name);
            for (const [key, value] of Object.entries(properties || {})) {
              if (key === 'class') made.className = value; else made.setAttribute(key, value);
            }
            made.append(...children);
            return made;
          }
          function words(text) {
            const made = make('bdi');
            if (!hidden.test(text)) { made.textContent = text; return made; }
            for (const part of text.split(new RegExp('(' + hidden.source + ')'))) {
              if (part) made.append(hidden.test(part) ? make('i', { class: 'ctl' }, code(part)) : part);
            }
            return made;
          }
          const picture = (value, alt) =>
            make('img', { src: 'data:image/' + value.t + ';base64,' + value.i, alt });
          const linkTo = (number, row) => make('a', { href: '#e' + number + '/' + row[0] }, words(nameOf(number, row)));
          /// A destination: a link, or what is known of it where it is not in the page.
          function destination(targets, key) {
            const hit = find(targets, key);
            if (hit) return linkTo(hit.number, hit.row);
            const isCut = targets.some(number => entities[number].total > rowsOf(number).length);
            return make('span', { class: 'none' }, '#' + key + (isCut ? ' (beyond the rows of this page)' : ' (is not there)'));
          }
        """#
}
