// The edge: connections, limits, streams, the way to the services.
import {dashboard, graph, quantiles, rate, row, serviceRows, stat} from '../panels.mjs';

export default dashboard(
  'gateway',
  'Gateway',
  'Connections, limits, live streams, the way to the services.',
  [
    ...serviceRows('gateway'),
    row(
      'Streams',
      stat('Streams', 'Open Watch streams.', {streams: 'sum(chess_gateway_live_streams{$I})'}),
      stat('Players', 'Players with an open stream.', {players: 'sum(chess_gateway_live_players{$I})'}),
      stat('Games watched', 'Games that anybody watches.', {games: 'sum(chess_gateway_live_games{$I})'}),
      stat(
        'Dropped',
        'Share of the open streams that we drop in a minute because they are read too slowly.',
        {dropped: 'chess:streams_dropped:ratio_per_minute5m'},
        {unit: 'percentunit', limits: [0.002, 0.01], decimals: 2},
      ),
      stat(
        'Move to stream, p99',
        "From a move's receipt to its handing to streams.",
        {p99: 'chess:live_lag_seconds:p99_5m'},
        {unit: 's', limits: [0.25, 2]},
      ),
      stat(
        'Redis',
        'Whether bells can be heard; without, the log is asked.',
        {up: 'min(chess_redis_up{job="gateway", $I})'},
        {updown: ['away', 'up']},
      ),
      graph(
        'Streams by kind',
        'Of known players, and of nobody known.',
        {'{{kind}}': 'sum by (kind) (chess_gateway_live_streams{$I})'},
        {stack: true},
      ),
      graph(
        'Topics by kind',
        "What streams follow: games, and players' own events.",
        {'{{kind}}': 'sum by (kind) (chess_gateway_live_topics{$I})'},
        {stack: true},
      ),
      graph(
        'Streams that ended',
        'client: their side closed; slow: read too slowly; drain: this gateway went; session: signed out or revoked.',
        rate('chess_gateway_live_streams_ended_total', 'reason', '$I'),
        {unit: 'ops'},
      ),
      graph(
        'Move to stream',
        "From a move's receipt at a gateway to its handing to a stream.",
        quantiles('chess_gateway_live_lag_seconds', {match: '$I'}),
        {unit: 's', limits: [0.25, 2]},
      ),
      graph(
        'Commit to bell',
        'From the commit to the gateway hearing of it.',
        quantiles('chess_gateway_bell_lag_seconds', {match: '$I'}),
        {unit: 's'},
      ),
      graph(
        'Round trip of players',
        'Heartbeat to Pong: their network, not ours.',
        quantiles('chess_gateway_live_round_trip_seconds', {match: '$I'}),
        {unit: 's'},
      ),
      graph(
        'Messages',
        'Bells heard, frames handed to streams, duplicates dropped, gaps read from the log.',
        {
          bells: 'sum(rate(chess_gateway_bells_total{$I}[$__rate_interval]))',
          frames: 'sum(rate(chess_gateway_live_frames_total{$I}[$__rate_interval]))',
          duplicates: 'sum(rate(chess_gateway_live_duplicates_total{$I}[$__rate_interval]))',
          gaps: 'sum(rate(chess_gateway_live_gaps_total{$I}[$__rate_interval]))',
        },
        {unit: 'ops'},
      ),
      graph(
        'Slow and silent',
        'Streams dropped because they were read too slowly; streams that left two heartbeats unanswered.',
        {
          slow: 'sum(rate(chess_gateway_live_slow_consumers_total{$I}[$__rate_interval]))',
          silent: 'sum(rate(chess_gateway_live_silent_streams_total{$I}[$__rate_interval]))',
        },
        {unit: 'ops'},
      ),
      graph('Calls under way', 'Streams included.', {'{{instance}}': 'chess_gateway_calls{$I}'}),
    ),
    row(
      'Connections and limits',
      graph(
        'Connections',
        'Open HTTP connections.',
        {'{{instance}}': 'chess_gateway_http_connections{$I}'},
        {limits: [12000, 16000]},
      ),
      graph(
        'Connections a second',
        'Accepted, refused over a bound, ended by a deadline, requests not understood.',
        {
          accepted: 'sum(rate(chess_gateway_http_accepted_total{$I}[$__rate_interval]))',
          refused: 'sum(rate(chess_gateway_http_refused_total{$I}[$__rate_interval]))',
          'timed out': 'sum(rate(chess_gateway_http_timed_out_total{$I}[$__rate_interval]))',
          'not understood': 'sum(rate(chess_gateway_http_bad_requests_total{$I}[$__rate_interval]))',
          'unknown methods': 'sum(rate(chess_gateway_unknown_methods_total{$I}[$__rate_interval]))',
        },
        {unit: 'ops'},
      ),
      graph(
        'Limits hit',
        'Calls over a rate limit, by its class.',
        rate('chess_gateway_rate_limited_total', 'limit', '$I'),
        {unit: 'ops'},
      ),
    ),
    row(
      'The way to the services',
      graph(
        'Retries',
        'Calls sent to another replica, and those that the budget of 10 % did not allow.',
        {
          retried: 'sum(rate(chess_gateway_retries_total{$I}[$__rate_interval]))',
          'not allowed': 'sum(rate(chess_gateway_retries_refused_total{$I}[$__rate_interval]))',
        },
        {unit: 'ops'},
      ),
      graph(
        'Beats that failed',
        'Signs of life that the game service did not take: half a second of them is an outage.',
        rate('chess_gateway_beats_failed_total', '', '$I'),
        {unit: 'ops'},
      ),
      graph('Tokens', 'Tokens remembered; asked of the lobby; old answers used because the lobby was away.', {
        remembered: 'sum(chess_gateway_tokens_cached{$I})',
        'asked a second': 'sum(rate(chess_gateway_tokens_asked_total{$I}[$__rate_interval]))',
        'old answers a second': 'sum(rate(chess_gateway_tokens_stale_uses_total{$I}[$__rate_interval]))',
      }),
    ),
  ],
  {job: 'gateway'},
);
