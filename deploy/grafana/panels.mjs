// From short descriptions to Grafana's JSON: panels, rows, dashboards. Layout is automatic: panels
// fill rows of 24 columns from left to right. Queries may say $I for the chosen replicas.

const SOURCE = {type: 'prometheus', uid: '${datasource}'};
const GREEN = {color: 'green', value: null};

/** Steps of a threshold: above `orange` and `red`; the other way round if orange > red. */
function thresholds([orange, red]) {
  if (orange > red) {
    return [
      {color: 'red', value: null},
      {color: 'orange', value: red},
      {color: 'green', value: orange},
    ];
  }
  return [GREEN, {color: 'orange', value: orange}, {color: 'red', value: red}];
}

function targets(queries, instant) {
  return Object.entries(queries).map(([legend, expr], i) => ({
    datasource: SOURCE,
    refId: String.fromCharCode(65 + i),
    editorMode: 'code',
    expr: expr.replaceAll('$I', 'instance=~"$instance"'),
    legendFormat: legend,
    ...(instant ? {instant: true, range: false} : {range: true}),
  }));
}

function panel(
  type,
  title,
  description,
  queries,
  {unit, limits, width, height, min = 0, max, mappings, decimals},
  defaults,
  options,
) {
  return {
    type,
    title,
    description,
    datasource: SOURCE,
    width,
    height,
    targets: targets(queries, type === 'stat'),
    fieldConfig: {
      defaults: {
        unit,
        min,
        ...(max === undefined ? {} : {max}),
        ...(decimals === undefined ? {} : {decimals}),
        color: {mode: type === 'stat' ? 'thresholds' : 'palette-classic'},
        thresholds: {mode: 'absolute', steps: limits ? thresholds(limits) : [GREEN]},
        mappings: mappings ?? [],
        ...defaults,
      },
      overrides: [],
    },
    options,
  };
}

/** One number, coloured. `limits`: [orange, red]. */
export function stat(title, description, queries, settings = {}) {
  const mappings = settings.updown && [
    {
      type: 'value',
      options: {
        0: {text: settings.updown[0], color: 'red'},
        1: {text: settings.updown[1], color: 'green'},
      },
    },
  ];
  return panel(
    'stat',
    title,
    description,
    queries,
    {unit: 'short', width: 4, height: 4, mappings, ...settings},
    {noValue: 'nothing'},
    {
      reduceOptions: {calcs: ['lastNotNull'], fields: '', values: false},
      colorMode: 'background',
      graphMode: 'none',
      justifyMode: 'center',
      textMode: 'auto',
      orientation: 'auto',
    },
  );
}

/** Curves over time. `limits` are drawn as lines. */
export function graph(title, description, queries, settings = {}) {
  return panel(
    'timeseries',
    title,
    description,
    queries,
    {unit: 'short', width: 8, height: 8, ...settings},
    {
      custom: {
        drawStyle: 'line',
        lineWidth: 1,
        fillOpacity: settings.stack ? 30 : 8,
        showPoints: 'never',
        spanNulls: true,
        stacking: {mode: settings.stack ? 'normal' : 'none', group: 'A'},
        thresholdsStyle: {mode: settings.limits ? 'line' : 'off'},
      },
    },
    {
      legend: {displayMode: 'list', placement: 'bottom', showLegend: true, calcs: []},
      tooltip: {mode: 'multi', sort: 'desc'},
    },
  );
}

export const row = (title, ...panels) => ({title, panels});

/** p50 and p99 of a histogram; `by` keeps a label. */
export function quantiles(metric, {match = '', by = ''} = {}) {
  const of = (q) =>
    `histogram_quantile(${q}, sum by (le${by ? `, ${by}` : ''}) ` +
    `(rate(${metric}_bucket{${match}}[$__rate_interval])))`;
  return {[by ? `p50 {{${by}}}` : 'p50']: of(0.5), [by ? `p99 {{${by}}}` : 'p99']: of(0.99)};
}

/** sum by (label) of a counter's rate. */
export function rate(metric, label, match = '') {
  return {
    [label ? `{{${label}}}` : metric]:
      `sum${label ? ` by (${label})` : ''} (rate(${metric}${match ? `{${match}}` : ''}[$__rate_interval]))`,
  };
}

function place(rows) {
  const out = [];
  let y = 0,
    id = 1;
  for (const {title, panels} of rows) {
    out.push({
      type: 'row',
      id: id++,
      title,
      collapsed: false,
      panels: [],
      gridPos: {h: 1, w: 24, x: 0, y: y++},
    });
    let x = 0,
      height = 0;
    for (const {width, height: h, ...rest} of panels) {
      if (x + width > 24) [x, y, height] = [0, y + height, 0];
      out.push({id: id++, gridPos: {h, w: width, x, y}, ...rest});
      x += width;
      height = Math.max(height, h);
    }
    y += height;
  }
  return out;
}

const LINKS = [
  {
    type: 'dashboards',
    title: 'Castellan',
    tags: ['castellan'],
    asDropdown: true,
    includeVars: false,
    keepTime: true,
    targetBlank: false,
    icon: 'external link',
    tooltip: '',
    url: '',
  },
];

/** A dashboard; `job` adds the choice of that service's replicas. */
export function dashboard(name, title, description, rows, {job} = {}) {
  const list = [
    {
      name: 'datasource',
      label: 'Data source',
      type: 'datasource',
      query: 'prometheus',
      hide: 0,
      current: {},
      options: [],
      multi: false,
      includeAll: false,
      refresh: 1,
      regex: '',
      skipUrlSync: false,
    },
  ];
  if (job) {
    list.push({
      name: 'instance',
      label: 'Replica',
      type: 'query',
      datasource: SOURCE,
      hide: 0,
      query: {query: `label_values(up{job="${job}"}, instance)`, refId: 'instance'},
      definition: `label_values(up{job="${job}"}, instance)`,
      current: {text: 'All', value: '$__all'},
      includeAll: true,
      allValue: '.*',
      multi: true,
      options: [],
      refresh: 2,
      regex: '',
      sort: 1,
      skipUrlSync: false,
    });
  }
  return {
    uid: `castellan-${name}`,
    title: `Castellan: ${title}`,
    description,
    tags: ['castellan'],
    schemaVersion: 39,
    version: 1,
    editable: true,
    graphTooltip: 1,
    refresh: '10s',
    timezone: 'browser',
    style: 'dark',
    time: {from: 'now-1h', to: 'now'},
    timepicker: {},
    weekStart: '',
    fiscalYearStartMonth: 0,
    links: LINKS,
    annotations: {
      list: [
        {
          name: 'Alerts',
          enable: true,
          iconColor: 'red',
          datasource: SOURCE,
          expr: 'max by (alertname) (ALERTS{alertstate="firing", severity="critical"})',
          titleFormat: '{{alertname}}',
          step: '30s',
        },
      ],
    },
    templating: {list},
    panels: place(rows),
  };
}

/** What every service has: is it there, what it costs, what it is asked and how it answers. */
export function serviceRows(job) {
  const mine = `job="${job}", $I`;
  return [
    row(
      'Is it there?',
      stat(
        'Replicas ready',
        'Replicas that say they are ready.',
        {ready: `sum(chess_ready{${mine}})`},
        {limits: [2, 1]},
      ),
      stat(
        'Replicas away',
        'Replicas that do not answer Prometheus.',
        {away: `count(up{${mine}}) - sum(up{${mine}})`},
        {limits: [1, 1]},
      ),
      stat(
        'Starts in an hour',
        'Processes begun: upgrades, crashes.',
        {starts: `sum(changes(process_start_time_seconds{${mine}}[1h]))`},
        {limits: [1, 4]},
      ),
      stat(
        'CPU',
        'Cores in use by all replicas.',
        {cores: `sum(rate(process_cpu_seconds_total{${mine}}[$__rate_interval]))`},
        {decimals: 2},
      ),
      stat(
        'Memory',
        'Resident memory of the largest replica.',
        {bytes: `max(process_resident_memory_bytes{${mine}})`},
        {unit: 'bytes'},
      ),
      stat(
        'File descriptors',
        'The fullest replica.',
        {used: `max(process_open_fds{${mine}} / process_max_fds{${mine}})`},
        {unit: 'percentunit', limits: [0.6, 0.8]},
      ),
    ),
    row(
      'Calls',
      graph(
        'Calls by method',
        'Calls ended a second.',
        rate('grpc_server_handled_total', 'grpc_method', mine),
        {unit: 'reqps'},
      ),
      graph(
        'Faults of ours by method',
        'Calls ended UNAVAILABLE, INTERNAL, UNKNOWN, DEADLINE_EXCEEDED or DATA_LOSS.',
        rate(
          'grpc_server_handled_total',
          'grpc_method',
          `${mine}, grpc_code=~"UNAVAILABLE|INTERNAL|UNKNOWN|DEADLINE_EXCEEDED|DATA_LOSS"`,
        ),
        {unit: 'reqps'},
      ),
      graph(
        'Duration by method, p99',
        'Without streams, which are meant to last.',
        {
          '{{grpc_method}}': `histogram_quantile(0.99, sum by (le, grpc_method) (rate(grpc_server_handling_seconds_bucket{${mine}, grpc_method!~"Watch|Evaluate"}[$__rate_interval])))`,
        },
        {unit: 's'},
      ),
    ),
    row(
      'Log',
      graph('Lines by level', 'Lines written a second.', rate('chess_log_lines_total', 'level', mine), {
        unit: 'ops',
        stack: true,
        width: 12,
        height: 6,
      }),
      graph(
        'Lines left out',
        'Lines a second that were not written, because the same was said too often.',
        rate('chess_log_left_out_total', '', mine),
        {unit: 'ops', width: 12, height: 6},
      ),
    ),
  ];
}
