// The engine pool.
import {dashboard, graph, quantiles, rate, row, serviceRows, stat} from '../panels.mjs';

export default dashboard(
  'analysis',
  'Analysis',
  'The engine pool and what it is asked.',
  [
    ...serviceRows('analysis'),
    row(
      'Engines',
      stat('Up', 'Engines that are up.', {engines: 'sum(chess_analysis_engines{$I})'}, {limits: [1, 0.5]}),
      stat(
        'Missing',
        'Engines that should be up and are not.',
        {missing: 'sum(chess_analysis_engines_limit{$I}) - sum(chess_analysis_engines{$I})'},
        {limits: [1, 1]},
      ),
      stat(
        'Busy',
        'Share of engines that search.',
        {busy: 'sum(chess_analysis_engines_busy{$I}) / clamp_min(sum(chess_analysis_engines{$I}), 1)'},
        {unit: 'percentunit', limits: [0.8, 0.95]},
      ),
      stat(
        'Waiting',
        'Searches that wait for an engine.',
        {waiting: 'sum(chess_analysis_queue_length{$I})'},
        {limits: [8, 32]},
      ),
      stat(
        'Oldest waiting',
        'How long the oldest of them has waited.',
        {age: 'max(chess_analysis_queue_oldest_seconds{$I})'},
        {unit: 's', limits: [5, 30]},
      ),
      stat(
        'Restarts in an hour',
        'Engines that crashed or hung.',
        {restarts: 'sum(increase(chess_analysis_engine_restarts_total{$I}[1h]))'},
        {limits: [1, 5], decimals: 0},
      ),
    ),
    row(
      'Evaluations',
      graph(
        'By outcome',
        'in_rated_game: refused because the caller is playing; busy: the queue was full.',
        rate('chess_analysis_evaluations_total', 'outcome', '$I'),
        {unit: 'ops', stack: true},
      ),
      graph(
        'Duration',
        'From the queue to the last line.',
        quantiles('chess_analysis_evaluation_seconds', {match: '$I'}),
        {unit: 's'},
      ),
      graph(
        'Searches',
        'Searches given to engines, those that failed on all of them, and types named for hand-and-brain games.',
        {
          searches: 'sum(rate(chess_analysis_searches_total{$I}[$__rate_interval]))',
          failed: 'sum(rate(chess_analysis_search_failures_total{$I}[$__rate_interval]))',
          'types named': 'sum(rate(chess_analysis_brain_answers_total{$I}[$__rate_interval]))',
        },
        {unit: 'ops'},
      ),
    ),
  ],
  {job: 'analysis'},
);
