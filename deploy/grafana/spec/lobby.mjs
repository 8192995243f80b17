// People: guests, challenges, games that begin, ratings.
import {dashboard, graph, rate, row, serviceRows, stat} from '../panels.mjs';

export default dashboard(
  'lobby',
  'Lobby',
  'Players, challenges, the games they become, ratings.',
  [
    ...serviceRows('lobby'),
    row(
      'People',
      graph('Guests', 'Guests made a second.', rate('chess_lobby_guests_total', '', '$I'), {unit: 'ops'}),
      graph(
        'Challenges',
        'Challenges made a second, by kind.',
        rate('chess_lobby_challenges_total', 'kind', '$I'),
        {unit: 'ops', stack: true},
      ),
      graph(
        'How challenges end',
        'Challenges closed a second.',
        rate('chess_lobby_challenge_ends_total', 'end', '$I'),
        {unit: 'ops', stack: true},
      ),
    ),
    row(
      'From challenge to game',
      stat(
        'Waiting for a game',
        'Accepted challenges without a game.',
        {waiting: 'max(chess_lobby_game_starts_waiting{$I})'},
        {limits: [10, 100]},
      ),
      stat(
        'Oldest of them',
        'How long it has waited.',
        {age: 'max(chess_lobby_game_starts_oldest_seconds{$I})'},
        {unit: 's', limits: [5, 30]},
      ),
      graph(
        'Starts',
        'Calls of CreateGame by outcome.',
        rate('chess_lobby_game_start_attempts_total', 'outcome', '$I'),
        {unit: 'ops'},
      ),
      graph(
        'Limits hit',
        'Calls refused over a limit of the lobby; games begun without knowing how many run.',
        {
          ...rate('chess_lobby_limits_hit_total', 'limit', '$I'),
          'running games unknown': 'sum(rate(chess_lobby_running_games_unknown_total{$I}[$__rate_interval]))',
        },
        {unit: 'ops'},
      ),
    ),
    row(
      'Ratings and housekeeping',
      graph('Ratings', 'Games rated a second.', rate('chess_lobby_ratings_applied_total', '', '$I'), {
        unit: 'ops',
      }),
      graph('Rows swept', 'Rows that had their time, an hour.', {
        rows: 'sum(increase(chess_lobby_rows_swept_total{$I}[1h]))',
      }),
    ),
    row(
      'Threads',
      graph(
        'Waiting',
        'Calls that wait for a thread.',
        {'{{executor}}': 'sum by (executor) (chess_executor_queued{job="lobby", $I})'},
        {limits: [100, 1000]},
      ),
      graph(
        'Oldest waiting',
        'How long the oldest of them has waited.',
        {'{{executor}}': 'max by (executor) (chess_executor_oldest_seconds{job="lobby", $I})'},
        {unit: 's', limits: [0.1, 1]},
      ),
      graph(
        'Done and refused',
        'Calls a second.',
        {
          'done {{executor}}':
            'sum by (executor) (rate(chess_executor_finished_total{job="lobby", $I}[$__rate_interval]))',
          'refused {{executor}}':
            'sum by (executor) (rate(chess_executor_refused_total{job="lobby", $I}[$__rate_interval]))',
        },
        {unit: 'ops'},
      ),
    ),
  ],
  {job: 'lobby'},
);
