// The referee and its log.
import {dashboard, graph, quantiles, rate, row, serviceRows, stat} from '../panels.mjs';

const increase = (metric, label) => ({[`{{${label}}}`]: `sum by (${label}) (increase(${metric}{$I}[5m]))`});

export default dashboard(
  'game',
  'Game',
  'The referee: moves, commits, games in memory, time, results.',
  [
    ...serviceRows('game'),
    row(
      'Moves',
      graph(
        'Moves by verdict',
        "Illegal and refused are the players' own; away, unknown, overloaded and failed are ours.",
        rate('chess_game_moves_total', 'verdict', '$I'),
        {unit: 'ops', stack: true},
      ),
      graph(
        'Commands by verdict',
        'Moves, offers, resignations: all that players ask.',
        rate('chess_game_commands_total', 'verdict', '$I'),
        {unit: 'ops', stack: true},
      ),
      graph(
        'Command to answer',
        'Within this service.',
        quantiles('chess_game_command_seconds', {match: '$I'}),
        {unit: 's', limits: [0.05, 0.25]},
      ),
    ),
    row(
      'The log',
      graph(
        'Commit',
        'One statement with a batch of decisions.',
        quantiles('chess_game_append_seconds', {match: '$I'}),
        {unit: 's', limits: [0.025, 0.1]},
      ),
      graph('Decisions in a commit', 'Mean and p99 of the batch size: it grows with the load.', {
        mean: 'sum(rate(chess_game_append_batch_rows_sum{$I}[$__rate_interval])) / clamp_min(sum(rate(chess_game_append_batch_rows_count{$I}[$__rate_interval])), 1e-9)',
        p99: 'histogram_quantile(0.99, sum by (le) (rate(chess_game_append_batch_rows_bucket{$I}[$__rate_interval])))',
      }),
      graph(
        'Troubles in 5 minutes',
        'Decisions whose append did not simply go in. lost_race is normal with several replicas; guilty_row never is.',
        increase('chess_game_append_troubles_total', 'kind'),
      ),
      graph('What waits', 'Length of the queues before the log.', {
        '{{queue}}': 'sum by (queue) (chess_game_queue_length{$I})',
      }),
      graph(
        'Oldest waiting',
        'How long the oldest in each queue has waited.',
        {
          '{{queue}}': 'max by (queue) (chess_game_queue_oldest_seconds{$I})',
          '{{executor}}': 'max by (executor) (chess_executor_oldest_seconds{job="game", $I})',
        },
        {unit: 's', limits: [0.1, 1]},
      ),
      graph('Threads', 'Tasks waiting, done and refused: reads, imports of PGN, operators.', {
        'waiting {{executor}}': 'sum by (executor) (chess_executor_queued{job="game", $I})',
        'done a second {{executor}}':
          'sum by (executor) (rate(chess_executor_finished_total{job="game", $I}[$__rate_interval]))',
        'refused a second {{executor}}':
          'sum by (executor) (rate(chess_executor_refused_total{job="game", $I}[$__rate_interval]))',
      }),
    ),
    row(
      'Games',
      stat('Live games', 'Running games in Postgres.', {games: 'max(chess_game_live_games{$I})'}),
      stat('In memory', 'Games that replicas remember.', {games: 'sum(chess_game_games_in_memory{$I})'}),
      stat(
        'Memory of a game',
        'Bytes that a remembered game holds on average.',
        {bytes: 'sum(chess_game_games_bytes{$I}) / clamp_min(sum(chess_game_games_in_memory{$I}), 1)'},
        {unit: 'bytes', limits: [30000, 60000]},
      ),
      stat(
        'Results waiting',
        'Results, and changes of results by operators, that the lobby does not have yet.',
        {'{{kind}}': 'max by (kind) (chess_game_outbox_entries{$I})'},
        {limits: [100, 1000]},
      ),
      stat(
        'Oldest result',
        'How long the oldest of them has waited.',
        {'{{kind}}': 'max by (kind) (chess_game_outbox_oldest_seconds{$I})'},
        {unit: 's', limits: [30, 120]},
      ),
      stat(
        'Log behind cache',
        'Games found ahead of Postgres in a day: it must be 0.',
        {games: 'sum(increase(chess_game_cache_total{kind="ahead_of_log", $I}[1d]))'},
        {limits: [1, 1], decimals: 0},
      ),
      graph(
        'Begun and ended',
        'Games a second.',
        {
          begun: 'sum(rate(chess_game_games_created_total{$I}[$__rate_interval]))',
          ended: 'sum(rate(chess_game_games_finished_total{$I}[$__rate_interval]))',
          'by deadline': 'sum(rate(chess_game_deadlines_total{$I}[$__rate_interval]))',
          compacted: 'sum(rate(chess_game_compacted_total{$I}[$__rate_interval]))',
        },
        {unit: 'ops'},
      ),
      graph(
        'Results to the lobby',
        'Results handed over, and attempts that failed.',
        {
          handed: 'sum(rate(chess_game_relayed_total{$I}[$__rate_interval]))',
          failed: 'sum(rate(chess_game_relay_failures_total{$I}[$__rate_interval]))',
        },
        {unit: 'ops'},
      ),
      graph(
        'The cache',
        'Loads, confirmations against the log, states found stale.',
        rate('chess_game_cache_total', 'kind', '$I'),
        {unit: 'ops'},
      ),
    ),
    row(
      'Time',
      graph(
        'Lag of moves',
        'Measured on moves: what is compensated comes out of it.',
        quantiles('chess_game_move_lag_seconds', {match: '$I'}),
        {unit: 's'},
      ),
      graph(
        'Time given',
        'Seconds a second given back to players: for lag, and for outages of ours.',
        {
          compensated: 'sum(rate(chess_game_compensated_seconds_total{$I}[$__rate_interval]))',
          credited: 'sum(rate(chess_game_credited_seconds_total{$I}[$__rate_interval]))',
        },
        {unit: 'short'},
      ),
      graph(
        'Deadlines',
        'From the instant a flag may fall to its decision.',
        quantiles('chess_game_deadline_lateness_seconds', {match: '$I'}),
        {unit: 's', limits: [0.01, 0.1]},
      ),
      graph('Outages in an hour', 'Recorded outages, and how long they lasted.', {
        '{{kind}} count': 'sum by (kind) (increase(chess_game_outages_total{$I}[1h]))',
        '{{kind}} seconds': 'sum by (kind) (increase(chess_game_outage_seconds_total{$I}[1h]))',
      }),
      graph(
        'Error of game time',
        'Bound of the error; above 5 ms a replica is not ready.',
        {'{{instance}}': 'chess_time_error_seconds{job="game", $I}'},
        {unit: 's', limits: [0.003, 0.005]},
      ),
      graph(
        'Brain',
        'Turns of hand-and-brain games: asked of the analysis service, and answered by the built-in search.',
        {
          asked: 'sum(rate(chess_game_brain_questions_total{$I}[$__rate_interval]))',
          'built-in': 'sum(rate(chess_game_brain_fallbacks_total{$I}[$__rate_interval]))',
        },
        {unit: 'ops'},
      ),
    ),
  ],
  {job: 'game'},
);
