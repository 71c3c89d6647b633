extension PageScript {
    /// The part of the script that shows the visible lines of a long list, sorted and filtered.
    static let grid = #"""
          // The grid: only the lines that can be seen are in the page.
          let current, order = [], active = -1, sorted = { column: 0, down: false };

          function show(number) {
            if (current === number) return;
            current = number;
            sorted = { column: 0, down: false };
            search.value = '';
            const entity = entities[number], rows = rowsOf(number);
            element('title-objects').replaceChildren(words(entity.name));
            const others = entity.columns.map((column, index) => column.hidden || index + 1 === entity.label ? 0 : index + 1).filter(Boolean);
            const shown = entity.label ? [entity.label, 0, ...others] : [0, ...others];
            // What is looked at for the widths: rows from all over the list.
            const step = Math.max(1, Math.floor(rows.length / 80));
            const samples = rows.filter((_, index) => index % step === 0).slice(0, 100);
            const widths = shown.map(index => {
              const header = index ? entity.columns[index - 1].name.length + 3 : 6;
              let longest = header;
              for (const row of samples) longest = Math.max(longest, cellText(row, index).length);
              return Math.min(Math.max(Math.ceil(longest * 8.6) + 18, 64), 300);
            });
            grid.style.setProperty('--columns', widths.map(width => width + 'px').join(' '));
            grid.style.setProperty('--width', widths.reduce((sum, width) => sum + width, 0) + 'px');
            grid.setAttribute('aria-colcount', shown.length);
            heads.replaceChildren(...shown.map(index => {
              const name = index ? entity.columns[index - 1].name : 'id';
              const button = make('button', { type: 'button' }, words(name));
              button.addEventListener('click', () => sort(index));
              const head = make('div', { role: 'columnheader', 'data-column': index }, button);
              if (index) head.title = (entity.columns[index - 1].type || 'to one').replace(hidden, '\ufffd');
              return head;
            }));
            grid.scrollTop = grid.scrollLeft = 0;
            arrange();
          }

          function cellText(row, index) {
            const column = index ? entities[current].columns[index - 1] : {};
            if (column.to && row[index] !== null) {
              const hit = find(column.to, row[index]);
              return hit ? nameOf(hit.number, hit.row) : '#' + row[index];
            }
            return plain(row[index]);
          }

          function sort(column) {
            const kept = order[active];
            sorted = { column, down: sorted.column === column && !sorted.down };
            arrange();
            choose(order.indexOf(kept));
          }

          /// Which rows are shown, in which order.
          function arrange() {
            const rows = rowsOf(current), entity = entities[current];
            const wanted = search.value.trim().toLowerCase();
            order = rows.map((_, index) => index);
            if (wanted) {
              const texts = textsOf(current);
              const to = entity.columns.map((column, index) => column.to ? index + 1 : 0).filter(Boolean);
              order = order.filter(index => texts[index].includes(wanted)
                || to.some(column => cellText(rows[index], column).toLowerCase().includes(wanted)));
            }
            const { column, down } = sorted;
            if (column || down) {
              const isLink = column && entity.columns[column - 1].to;
              const isDate = column && entity.columns[column - 1].type === 'Date';
              const keys = new Map(order.map(index => {
                const value = rows[index][column];
                return [index, isLink ? cellText(rows[index], column) : isDate && typeof value === 'string' ? Date.parse(value) : typeof value === 'object' ? plain(value) : value];
              }));
              const compare = (a, b) => {
                const x = keys.get(a), y = keys.get(b);
                if (x === '' || y === '' || x === y) return x === y ? a - b : x === '' ? 1 : -1;
                if (typeof x === 'number' && typeof y === 'number') return down ? y - x : x - y;
                return (String(x) < String(y) ? -1 : 1) * (down ? -1 : 1);
              };
              order.sort(compare);
            }
            for (const head of heads.children) {
              const isSorted = Number(head.dataset.column) === column;
              head.setAttribute('aria-sort', isSorted ? down ? 'descending' : 'ascending' : 'none');
            }
            active = order.length ? Math.min(Math.max(active, 0), order.length - 1) : -1;
            const count = number => number.toLocaleString('en');
            found.textContent = (wanted ? count(order.length) + ' found of ' : '') + count(rows.length)
              + (rows.length === 1 ? ' object' : ' objects')
              + (entity.total > rows.length ? ', the first of ' + count(entity.total) + ': --rows shows more' : '');
            grid.setAttribute('aria-rowcount', order.length + 1);
            lines.style.height = order.length * rowHeight + 'px';
            paint();
          }

          function paint() {
            const first = Math.max(0, Math.floor(grid.scrollTop / rowHeight) - 4);
            const last = Math.min(order.length, first + Math.ceil(grid.clientHeight / rowHeight) + 8);
            const rows = rowsOf(current), columns = entities[current].columns;
            const painted = [];
            for (let place = first; place < last; place++) {
              const row = rows[order[place]];
              const line = make('div', { role: 'row', id: 'line-' + place, 'aria-rowindex': place + 2,
                'aria-selected': place === active });
              line.style.top = place * rowHeight + 'px';
              for (const head of heads.children) {
                const index = Number(head.dataset.column), value = row[index];
                const cell = make('div', { role: 'gridcell' });
                if (value === null) cell.className = 'none';
                else if (typeof value === 'number' && !(index && columns[index - 1].to)) cell.className = 'number';
                if (value && value.i) cell.append(picture(value, plain(value)));
                else if (value !== null) {
                  const text = cellText(row, index);
                  cell.append(words(text.length > 200 ? text.slice(0, 200) + '…' : text));
                  if (index && columns[index - 1].to) cell.classList.add('link');
                }
                line.append(cell);
              }
              painted.push(line);
            }
            lines.replaceChildren(...painted);
            if (active >= first && active < last) grid.setAttribute('aria-activedescendant', 'line-' + active);
            else grid.removeAttribute('aria-activedescendant');
          }

          function choose(place) {
            if (!order.length) return;
            active = Math.min(Math.max(place, 0), order.length - 1);
            const top = active * rowHeight, seen = grid.clientHeight - heads.offsetHeight;
            if (top < grid.scrollTop) grid.scrollTop = top;
            else if (top + rowHeight > grid.scrollTop + seen) grid.scrollTop = top + rowHeight - seen;
            paint();
          }
        """#
}
