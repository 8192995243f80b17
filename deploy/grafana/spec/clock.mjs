// What happens when nobody acts: flags, first moves, expiries.
import {dashboard, graph, quantiles, rate, row, serviceRows, stat} from '../panels.mjs';

export default dashboard(
  'clock',
  'Clock',
  'Deadlines: armed, delivered, how late.',
  [
    ...serviceRows('clock'),
    row(
      'Deadlines',
      stat('Armed', 'Deadlines in timers: those of the next seconds.', {
        timers: 'max(chess_clock_timers{$I})',
      }),
      stat(
        'Most overdue',
        'How long a due deadline has waited for its delivery.',
        {age: 'max(chess_clock_timers_overdue_seconds{$I})'},
        {unit: 's', limits: [1, 10]},
      ),
      stat(
        'Lateness, median',
        'From the instant a flag may fall until its owner has done it.',
        {p50: 'chess:deadline_lateness_seconds:p50_10m'},
        {unit: 's', limits: [0.01, 0.1]},
      ),
      stat(
        'Error of game time',
        'Bound of the error.',
        {error: 'max(chess_time_error_seconds{job="clock", $I})'},
        {unit: 's', limits: [0.005, 0.05]},
      ),
      graph(
        'Lateness',
        'From the instant a deadline may be carried out until its owner had done so.',
        quantiles('chess_clock_deadline_lateness_seconds', {match: '$I'}),
        {unit: 's', limits: [0.01, 0.1]},
      ),
      graph(
        'Lateness of the delivery',
        "The clock's own part: until the delivery began.",
        quantiles('chess_clock_dispatch_lateness_seconds', {match: '$I'}),
        {unit: 's', limits: [0.01, 0.1]},
      ),
      graph(
        'Deliveries',
        'By what the owner said: done, gone (nothing to do any more), not yet, failed.',
        rate('chess_clock_deliveries_total', 'outcome', '$I'),
        {unit: 'ops'},
      ),
    ),
    row(
      'Sweeps and sharing',
      graph(
        'Sweeps',
        'Owners asked what is due; each about once a second.',
        rate('chess_clock_sweeps_total', 'outcome', '$I'),
        {unit: 'ops'},
      ),
      graph(
        'Claims',
        'Deliveries shared with other replicas through Redis; away: everybody delivers.',
        rate('chess_clock_claims_total', 'outcome', '$I'),
        {unit: 'ops'},
      ),
      graph(
        'Notices and a full table',
        'Near deadlines announced by owners; deadlines not armed because the table was full.',
        {
          notices: 'sum(rate(chess_clock_notices_total{$I}[$__rate_interval]))',
          full: 'sum(rate(chess_clock_timers_full_total{$I}[$__rate_interval]))',
        },
        {unit: 'ops'},
      ),
    ),
  ],
  {job: 'clock'},
);
