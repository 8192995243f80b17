// The first page at night: is the platform well, and if not, which page is next?
import {dashboard, graph, rate, row, stat} from '../panels.mjs';

const MOVE = 'job="gateway", grpc_service="chess.game.v1.GameService", grpc_method="PlayMove"';

export default dashboard(
  'overview',
  'Overview',
  'Start here. Top row: are players well? Then the four golden signals, then where to look next.',
  [
    row(
      'Are players well?',
      stat('Live games', 'Games that are being played.', {games: 'max(chess_game_live_games)'}),
      stat(
        'Moves a second',
        'Moves stored.',
        {moves: 'sum(rate(chess_game_moves_total{verdict="stored"}[$__rate_interval]))'},
        {decimals: 1},
      ),
      stat(
        'Moves that fail',
        'Share of moves at the gateway that end with a fault of ours; 0.1 % is allowed.',
        {failing: 'chess:move_errors:ratio_rate5m'},
        {unit: 'percentunit', limits: [0.001, 0.0144], decimals: 2},
      ),
      stat(
        'Budget of 3 days',
        'How much of the error budget of three days is left: 100 % is untouched.',
        {left: '1 - chess:move_errors:ratio_rate3d / 0.001'},
        {unit: 'percentunit', limits: [0.5, 0], min: null, decimals: 0},
      ),
      stat(
        'Move, p99',
        'The slowest percent of moves takes at least so long at the gateway.',
        {p99: 'chess:move_seconds:p99_5m'},
        {unit: 's', limits: [0.1, 0.25], decimals: 1},
      ),
      stat(
        'Critical alerts',
        'Alerts that fire and wake somebody; docs/runbook has a page for each.',
        {firing: 'count(ALERTS{alertstate="firing", severity="critical"}) or vector(0)'},
        {limits: [1, 1]},
      ),
    ),
    row(
      'Traffic',
      graph(
        'Moves by verdict',
        "What became of moves. Illegal and refused are the players' own; away, unknown, overloaded and failed are ours.",
        {'{{verdict}}': 'verdict:chess_game_moves:rate5m'},
        {unit: 'ops', stack: true},
      ),
      graph(
        'Calls by service',
        'Calls ended a second.',
        {'{{job}}': 'job:grpc_server_handled:rate5m'},
        {unit: 'reqps'},
      ),
      graph('Games and streams', 'Running games, open live streams, players with a stream.', {
        games: 'max(chess_game_live_games)',
        streams: 'sum(chess_gateway_live_streams)',
        players: 'sum(chess_gateway_live_players)',
      }),
    ),
    row(
      'Errors',
      graph(
        'Move errors by window',
        "The move path's failing share over several windows; lines at the allowed 0.1 % and at the fast alarm.",
        {
          '5 min': 'chess:move_errors:ratio_rate5m',
          '30 min': 'chess:move_errors:ratio_rate30m',
          '1 h': 'chess:move_errors:ratio_rate1h',
          '2 h': 'chess:move_errors:ratio_rate2h',
          '6 h': 'chess:move_errors:ratio_rate6h',
          '1 d': 'chess:move_errors:ratio_rate1d',
        },
        {unit: 'percentunit', limits: [0.001, 0.0144]},
      ),
      graph(
        'Faults by service',
        'Share of calls that end with a fault of the service.',
        {'{{job}}': 'job:grpc_server_errors:ratio_rate5m'},
        {unit: 'percentunit', limits: [0.01, 0.05]},
      ),
      graph(
        'Moves lost',
        'Share of moves that could not be stored, or whose fate is not known.',
        {lost: 'chess:moves_lost:ratio_rate5m'},
        {unit: 'percentunit', limits: [0.01, 0.05]},
      ),
    ),
    row(
      'Latency',
      graph(
        'Move at the gateway',
        'PlayMove from its first byte to its answer.',
        {p50: 'chess:move_seconds:p50_5m', p99: 'chess:move_seconds:p99_5m'},
        {unit: 's', limits: [0.1, 0.25]},
      ),
      graph(
        'Commit and bell',
        'Commit of the log; from commit to the gateways hearing of it; from a move to its handing to streams.',
        {
          'commit p99': 'chess:append_seconds:p99_5m',
          'bell p99': 'chess:bell_lag_seconds:p99_5m',
          'move to stream p99': 'chess:live_lag_seconds:p99_5m',
        },
        {unit: 's'},
      ),
      graph(
        'Deadlines',
        'Median lateness of flags; the promise is below 10 ms.',
        {p50: 'chess:deadline_lateness_seconds:p50_10m'},
        {unit: 's', limits: [0.01, 0.1]},
      ),
    ),
    row(
      'Saturation',
      graph(
        'CPU by service',
        'Cores in use.',
        {
          '{{job}}':
            'sum by (job) (rate(process_cpu_seconds_total{job=~"lobby|game|clock|analysis|gateway"}[$__rate_interval]))',
        },
        {stack: true},
      ),
      graph(
        'Memory by service',
        'Resident memory of all replicas.',
        {'{{job}}': 'sum by (job) (process_resident_memory_bytes{job=~"lobby|game|clock|analysis|gateway"})'},
        {unit: 'bytes', stack: true},
      ),
      graph(
        'Oldest waiting',
        'How long the oldest of what waits has waited: the outbox, accepted challenges, queues.',
        {
          '{{kind}} for the lobby': 'max by (kind) (chess_game_outbox_oldest_seconds)',
          challenges: 'max(chess_lobby_game_starts_oldest_seconds)',
          decisions: 'max(chess_game_queue_oldest_seconds)',
          calls: 'max(chess_executor_oldest_seconds)',
          evaluations: 'max(chess_analysis_queue_oldest_seconds)',
          deadlines: 'max(chess_clock_timers_overdue_seconds)',
        },
        {unit: 's', limits: [1, 30]},
      ),
    ),
    row(
      'Where to look next',
      stat('Lobby', 'Replicas ready.', {ready: 'sum(chess_ready{job="lobby"})'}, {limits: [2, 1]}),
      stat('Game', 'Replicas ready.', {ready: 'sum(chess_ready{job="game"})'}, {limits: [2, 1]}),
      stat('Clock', 'Replicas ready.', {ready: 'sum(chess_ready{job="clock"})'}, {limits: [2, 1]}),
      stat('Analysis', 'Replicas ready.', {ready: 'sum(chess_ready{job="analysis"})'}, {limits: [2, 1]}),
      stat('Gateway', 'Replicas ready.', {ready: 'sum(chess_ready{job="gateway"})'}, {limits: [2, 1]}),
      stat(
        'Stores',
        'Every service reaches Postgres and Redis.',
        {up: 'min(chess_postgres_up) * min(chess_redis_up)'},
        {updown: ['away', 'up']},
      ),
    ),
    row(
      'What runs',
      graph(
        'Builds',
        'Replicas by build.',
        {'{{job}} {{version}} {{revision}}': 'count by (job, version, revision) (chess_build_info)'},
        {stack: true},
      ),
      graph('Migrations', 'The newest migration of each schema.', {
        '{{schema}}': 'max by (schema) (chess_game_migration_version)',
      }),
      graph(
        'Outages credited',
        'Seconds of outages recorded in an hour, and seconds not charged to players for them.',
        {
          '{{kind}}': 'sum by (kind) (increase(chess_game_outage_seconds_total[1h]))',
          credited: 'sum(increase(chess_game_credited_seconds_total[1h]))',
        },
        {unit: 's'},
      ),
    ),
  ],
);
