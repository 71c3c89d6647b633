/// The style of a report: light or dark as the reader prefers, and one column if the window is narrow.
enum PageStyle {
    static let text = #"""

        :root { color-scheme: light dark; --back: #fff; --side: #f5f6f8; --ink: #1c1f24; --soft: #59616d; --line: #d9dde3;
          --mark: #0b5cad; --chosen: #dceafa; --good: #1a6b38; --good-back: #e2f3e8; --warned: #8a5200; --warned-back: #fdf0d9;
          --bad: #b3261e; --bad-back: #fce8e6; }
        @media (prefers-color-scheme: dark) { :root { --back: #16181c; --side: #1d2025; --ink: #e6e8eb; --soft: #a3abb6;
          --line: #363b43; --mark: #7cb7f5; --chosen: #233a54; --good: #7fd39b; --good-back: #16331f; --warned: #f0bd6a;
          --warned-back: #3a2a10; --bad: #ff9c94; --bad-back: #45191a; } }
        * { box-sizing: border-box; }
        [hidden] { display: none !important; }
        body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; background: var(--back); color: var(--ink);
          font: 15px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; }
        a { color: var(--mark); }
        :focus-visible { outline: 2px solid var(--mark); outline-offset: 2px; }
        .skip { position: absolute; left: -999em; }
        .skip:focus { left: 8px; top: 8px; background: var(--back); padding: 6px 10px; z-index: 3; }
        header { display: flex; flex-wrap: wrap; align-items: baseline; gap: 4px 16px; padding: 14px 20px;
          border-bottom: 1px solid var(--line); }
        h1 { font-size: 20px; margin: 0; overflow-wrap: anywhere; }
        h2 { font-size: 18px; margin: 0 0 12px; overflow-wrap: anywhere; }
        h3 { font-size: 15px; margin: 0; overflow-wrap: anywhere; }
        .verdict { margin: 0; padding: 1px 10px; border-radius: 12px; background: var(--side); color: var(--soft); }
        .verdict.good { background: var(--good-back); color: var(--good); }
        .verdict.warned { background: var(--warned-back); color: var(--warned); }
        .verdict.bad { background: var(--bad-back); color: var(--bad); }
        .frame { flex: 1; display: flex; min-height: 0; }
        nav { width: 230px; flex: none; padding: 12px; background: var(--side); border-right: 1px solid var(--line); }
        nav h2 { font-size: 12px; color: var(--soft); margin: 16px 8px 4px; font-weight: 600; }
        nav ul { list-style: none; margin: 0; padding: 0; }
        nav a { display: flex; gap: 8px; padding: 4px 8px; border-radius: 6px; color: var(--ink); text-decoration: none; }
        nav a:hover { background: var(--line); }
        nav a[aria-current] { background: var(--chosen); font-weight: 600; }
        nav .name { flex: 1; overflow-wrap: anywhere; }
        nav .count { color: var(--soft); font-variant-numeric: tabular-nums; font-weight: 400; }
        main { flex: 1; min-width: 0; padding: 18px 20px; }
        main:focus, aside:focus { outline: none; }
        .none { color: var(--soft); }
        .ctl { font: 11px/1 ui-monospace, monospace; border: 1px solid var(--line); border-radius: 3px; padding: 0 2px;
          color: var(--soft); }
        .facts { display: grid; grid-template-columns: max-content 1fr; gap: 4px 20px; margin: 0; }
        .facts dt, aside dt { color: var(--soft); }
        .facts dd { margin: 0; overflow-wrap: anywhere; }
        .scroll { overflow: auto; margin: 0 0 18px; }
        table { border-collapse: collapse; min-width: 320px; }
        caption { text-align: left; font-weight: 600; padding: 8px 0; }
        th, td { text-align: left; vertical-align: top; padding: 5px 12px 5px 0; border-bottom: 1px solid var(--line); }
        th { color: var(--soft); font-weight: 600; white-space: nowrap; }
        td { overflow-wrap: anywhere; min-width: 60px; }
        .number { text-align: right; font-variant-numeric: tabular-nums; }
        .checks { list-style: none; padding: 0; margin: 0; max-width: 900px; }
        .checks > li { border-bottom: 1px solid var(--line); padding: 10px 0; }
        .checks p { margin: 2px 0; overflow-wrap: anywhere; }
        .badge { display: inline-block; min-width: 68px; text-align: center; font-size: 12px; border-radius: 10px; padding: 0 8px;
          background: var(--side); color: var(--soft); }
        .good .badge { background: var(--good-back); color: var(--good); }
        .warned .badge { background: var(--warned-back); color: var(--warned); }
        .bad .badge { background: var(--bad-back); color: var(--bad); }
        .findings { margin: 6px 0; padding-left: 22px; overflow-wrap: anywhere; }
        .checks .advice { margin-top: 6px; padding: 6px 12px; border-left: 3px solid var(--mark); background: var(--side); }
        .cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(340px, 100%), 1fr)); gap: 16px; margin-top: 20px;
          align-items: start; }
        .card { border: 1px solid var(--line); border-radius: 8px; padding: 12px 16px; min-width: 0; overflow: auto; }
        .card h3 { margin-bottom: 6px; }
        .card table { width: 100%; min-width: 0; }
        .card th { font-weight: 400; color: var(--ink); white-space: normal; overflow-wrap: break-word; max-width: 190px; }
        .card td { overflow-wrap: break-word; }
        .card .number { white-space: nowrap; padding-right: 0; }
        .card small { color: var(--soft); font-weight: 400; font-size: 12px; overflow-wrap: anywhere; }
        .card tr:last-child > * { border-bottom: 0; }
        .card .bad a { color: var(--bad); }
        .card .warned a { color: var(--warned); }
        .counts .number { padding-right: 12px; }
        .counts .bar { width: 60%; min-width: 40px; padding-right: 0; vertical-align: middle; }
        .counts svg { display: block; width: 100%; height: 10px; }
        .counts rect { fill: var(--mark); }
        .zoom { margin: 0 0 10px; }
        .zoom button { font: inherit; font-size: 13px; padding: 2px 10px; border: 1px solid var(--line); border-radius: 6px;
          background: var(--side); color: var(--ink); cursor: pointer; }
        .diagram { display: block; max-width: 100%; height: auto; font: 12px system-ui, -apple-system, "Segoe UI", sans-serif; }
        .diagram text { fill: var(--ink); }
        .diagram .box { fill: var(--side); stroke: var(--line); }
        .diagram a:hover .box, .diagram a:focus .box { stroke: var(--mark); stroke-width: 2; }
        .diagram .entity { font-size: 13px; font-weight: 600; }
        .diagram .abstract { font-style: italic; }
        .diagram .attribute, .diagram .count { fill: var(--soft); }
        .diagram .relationship { fill: var(--mark); }
        .diagram .count { font-size: 11px; paint-order: stroke; stroke: var(--back); stroke-width: 3px; }
        .diagram .rule { stroke: var(--line); }
        .diagram .edge { fill: none; stroke: var(--mark); stroke-opacity: .55; stroke-width: 1.3; }
        .diagram .inherits { stroke: var(--soft); }
        .diagram .head { fill: var(--back); stroke: var(--soft); }
        .objects { display: flex; flex-direction: column; height: calc(100vh - 100px); min-height: 320px; }
        .tools { display: flex; flex-wrap: wrap; align-items: baseline; gap: 4px 16px; margin-bottom: 8px; }
        .tools h2, .tools p { margin: 0; }
        .tools p { color: var(--soft); }
        input { font: inherit; padding: 3px 8px; border: 1px solid var(--line); border-radius: 6px; background: var(--back);
          color: var(--ink); width: 220px; max-width: 60vw; }
        .pair { flex: 1; display: flex; gap: 14px; min-height: 0; }
        #grid { flex: 1; min-width: 0; overflow: auto; border: 1px solid var(--line); border-radius: 6px; }
        #heads, #lines > div { display: grid; grid-template-columns: var(--columns); width: max(100%, var(--width)); height: 32px; }
        #heads { position: sticky; top: 0; z-index: 1; background: var(--side); border-bottom: 1px solid var(--line); }
        #heads button { all: unset; display: block; width: 100%; padding: 0 9px; line-height: 31px; cursor: pointer; font-weight: 600;
          white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
        #heads button:focus-visible { outline: 2px solid var(--mark); outline-offset: -2px; }
        #heads [aria-sort=ascending] button::after { content: " ▲"; font-size: 10px; }
        #heads [aria-sort=descending] button::after { content: " ▼"; font-size: 10px; }
        #lines { position: relative; min-width: var(--width); }
        #lines > div { position: absolute; left: 0; border-bottom: 1px solid var(--line); cursor: pointer; }
        #lines > div:hover { background: var(--side); }
        #lines > [aria-selected=true] { background: var(--chosen); }
        #lines > div > div { padding: 0 9px; line-height: 31px; white-space: pre; overflow: hidden; text-overflow: ellipsis; }
        #lines img { height: 26px; max-width: 100%; vertical-align: middle; }
        #lines .link { color: var(--mark); }
        aside { width: 360px; max-width: 45%; flex: none; overflow: auto; border: 1px solid var(--line); border-radius: 6px;
          padding: 14px 16px; position: relative; }
        aside h3 { font-size: 17px; padding-right: 70px; }
        aside p { margin: 0 0 10px; color: var(--soft); }
        aside dl { margin: 0; }
        aside dt { font-size: 13px; margin-top: 8px; overflow-wrap: anywhere; }
        aside dd { margin: 0; overflow-wrap: anywhere; white-space: pre-wrap; }
        aside dd ul { margin: 0; padding-left: 18px; }
        aside img { max-width: 100%; border-radius: 4px; border: 1px solid var(--line); }
        .close { position: absolute; top: 12px; right: 12px; font: inherit; font-size: 13px; padding: 2px 10px; border: 1px solid var(--line);
          border-radius: 6px; background: var(--side); color: var(--ink); cursor: pointer; }
        .hint { margin: 8px 0 0; color: var(--soft); font-size: 13px; }
        kbd { font: inherit; border: 1px solid var(--line); border-radius: 4px; padding: 0 5px; }
        @media (max-width: 760px) {
          .frame { flex-direction: column; }
          nav { width: auto; border-right: 0; border-bottom: 1px solid var(--line); padding: 6px 12px; }
          nav h2 { display: none; }
          nav ul { display: flex; overflow-x: auto; gap: 2px; }
          nav a { white-space: nowrap; }
          main { padding: 12px; }
          .objects { height: 78vh; }
          aside { position: fixed; inset: 0; width: auto; max-width: none; z-index: 2; background: var(--back); border: 0; border-radius: 0; }
          .facts { grid-template-columns: 1fr; gap: 0; }
          .facts dd { margin-bottom: 8px; }
        }
        @media print { nav, .tools label, .hint, .zoom { display: none; } .diagram { min-width: 0 !important; } }

        """#
}
