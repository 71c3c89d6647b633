extension PageScript {
    /// The part of the script for one object with its relationships, navigation in the page, and keys.
    static let objects = #"""
          // One object.
          function open(number, row) {
            const entity = entities[number];
            const list = make('dl');
            const add = (name, ...values) => list.append(make('dt', {}, words(name)), make('dd', {}, ...values));
            entity.columns.forEach((column, index) => {
              const value = row[index + 1];
              if (column.hidden) return;
              if (value === null) add(column.name, make('span', { class: 'none' }, 'no value'));
              else if (column.to) add(column.name, destination(column.to, value));
              else if (value.i) add(column.name, picture(value, column.name.replace(hidden, '\ufffd') + ', ' + plain(value)));
              else if (value.j) {
                const item = text => make('li', {}, words(text));
                add(column.name, structured(value, list => make('ul', {}, ...list.map(member => item(flat(member)))),
                  pairs => make('ul', {}, ...pairs.map(([name, member]) => item(name + ': ' + flat(member)))), words(value.j)));
              }
              else add(column.name, words(plain(value)));
            });
            for (const toMany of entity.toMany) {
              let members = [];
              if (toMany.by) toMany.to.forEach((target, index) => {
                const [column, place] = toMany.by[index];
                if (column) for (const member of sourcesOf([target, column, place].join(' ')).get(row[0]) || []) {
                  members.push({ order: place ? member[place] : 0, show: () => linkTo(target, member) });
                }
              });
              else if (toMany.pairs !== undefined) {
                members = (pairsOf(toMany.pairs).get(row[0]) || []).map(key => (
                  { order: 0, show: () => destination(toMany.to, key) }));
              }
              members.sort((a, b) => a.order - b.order);
              const items = members.slice(0, 200).map(member => make('li', {}, member.show()));
              if (members.length > 200) items.push(make('li', { class: 'none' }, 'and ' + (members.length - 200) + ' more'));
              const isCut = toMany.cut || (toMany.by && toMany.to.some(target => entities[target].total > rowsOf(target).length));
              add(toMany.name + ' (' + members.length + (isCut ? ' in this page' : '') + ')', members.length ? make('ul', {}, ...items) : '');
            }
            const close = make('button', { type: 'button', class: 'close' }, 'Close');
            close.addEventListener('click', leave);
            detail.replaceChildren(make('h3', { id: 'title-detail' }, words(nameOf(number, row))),
              make('p', {}, words(entity.name), ' ' + row[0]), close, list);
            detail.hidden = false;
            detail.scrollTop = 0;
          }
          function leave() { location.hash = 'e' + current; grid.focus(); }

          // Places: the part after # in the address.
          function go() {
            const place = location.hash.slice(1) || 'overview';
            const match = /^e(\d+)(?:\/(-?\d+))?$/.exec(place);
            const name = match && entities[match[1]] ? 'objects' : place;
            const isKnown = views.some(view => view.id === 'view-' + name);
            for (const view of views) view.hidden = view.id !== 'view-' + (isKnown ? name : 'overview');
            for (const link of links) {
              if (link.hash === '#' + place.split('/')[0]) link.setAttribute('aria-current', 'page');
              else link.removeAttribute('aria-current');
            }
            if (name !== 'objects') return;
            const number = Number(match[1]), isNew = number !== current;
            if (isNew) active = 0;
            show(number);
            detail.hidden = true;
            if (match[2] === undefined) { paint(); return; }
            const index = keysOf(number).get(Number(match[2]));
            if (index === undefined) {
              detail.replaceChildren(make('p', { class: 'none' }, 'There is no object ' + match[2] + ' in this page.'));
              detail.hidden = false;
              return;
            }
            open(number, rowsOf(number)[index]);
            if (!order.includes(index)) { search.value = ''; arrange(); }
            choose(order.indexOf(index));
            detail.focus({ preventScroll: true });
          }

          grid.addEventListener('scroll', paint);
          new ResizeObserver(() => { if (current !== undefined) paint(); }).observe(grid);
          lines.addEventListener('click', event => {
            const line = event.target.closest('[role=row]');
            if (!line) return;
            active = Number(line.id.slice(5));
            location.hash = 'e' + current + '/' + rowsOf(current)[order[active]][0];
          });
          let waiting;
          search.addEventListener('input', () => {
            clearTimeout(waiting);
            waiting = setTimeout(() => { active = 0; grid.scrollTop = 0; arrange(); }, 120);
          });
          grid.addEventListener('keydown', event => {
            const page = Math.max(1, Math.floor(grid.clientHeight / rowHeight) - 2);
            const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
            if (event.key in steps) { choose(active + steps[event.key]); event.preventDefault(); }
            if (event.key === 'Enter' && active >= 0 && event.target === grid) {
              location.hash = 'e' + current + '/' + rowsOf(current)[order[active]][0];
            }
          });
          search.addEventListener('keydown', event => {
            if (event.key === 'Enter' || event.key === 'ArrowDown') { grid.focus(); event.preventDefault(); }
          });
          document.addEventListener('keydown', event => {
            if (event.ctrlKey || event.metaKey || event.altKey) return;
            const isTyping = event.target === search;
            if (event.key === '/' && !isTyping) {
              if (element('view-objects').hidden && entities.length) location.hash = 'e0';
              event.preventDefault();
              setTimeout(() => search.focus());
            } else if (event.key === 'Escape') {
              if (!detail.hidden) leave();
              else if (isTyping || search.value) { search.value = ''; arrange(); grid.focus(); }
            }
          });
          // The diagram: large enough to be read, larger, smaller, or as wide as there is room.
          const diagram = document.querySelector('.diagram');
          if (diagram) diagram.style.minWidth = diagram.width.baseVal.value * 0.8 + 'px';
          for (const button of document.querySelectorAll('[data-zoom]')) {
            button.addEventListener('click', () => {
              const factor = Number(button.dataset.zoom);
              const width = diagram.getBoundingClientRect().width;
              diagram.style.minWidth = 0;
              diagram.style.maxWidth = factor ? 'none' : '';
              diagram.style.width = factor ? width * factor + 'px' : '';
            });
          }
          window.addEventListener('hashchange', go);
          go();
        })();
        """#
}
