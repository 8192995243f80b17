// Postgres and Redis: as the services see them, and as their exporters do.
import {dashboard, graph, row, stat} from '../panels.mjs';

const perSecond = (metric, by) => `sum by (${by}) (rate(${metric}[$__rate_interval]))`;

export default dashboard(
  'stores',
  'Stores',
  'Postgres and Redis: as the services see them, then from inside.',
  [
    row(
      'Postgres as the services see it',
      stat(
        'Reached',
        'Every pool of every service.',
        {up: 'min(chess_postgres_up)'},
        {updown: ['away', 'up']},
      ),
      stat(
        'Wait for a connection',
        'The pool that waits longest on average.',
        {mean: 'max(job_pool:chess_postgres_wait_seconds:mean5m)'},
        {unit: 's', limits: [0.005, 0.02]},
      ),
      stat(
        'Callers waiting',
        'For a connection, now.',
        {waiting: 'sum(chess_postgres_waiting)'},
        {limits: [10, 100]},
      ),
      stat(
        'Fullest pool',
        'Share of its connections in use.',
        {
          used: 'max(sum by (job, instance, pool) (chess_postgres_connections{state="busy"}) / on (job, instance, pool) chess_postgres_connections_limit)',
        },
        {unit: 'percentunit', limits: [0.8, 1]},
      ),
      graph('Connections', 'Open connections by pool and state.', {
        '{{job}} {{pool}} {{state}}': 'sum by (job, pool, state) (chess_postgres_connections)',
      }),
      graph(
        'Leases',
        'Connections lent a second.',
        {'{{job}} {{pool}}': perSecond('chess_postgres_acquired_total', 'job, pool')},
        {unit: 'ops'},
      ),
      graph(
        'Wait for a connection',
        'On average.',
        {'{{job}} {{pool}}': 'job_pool:chess_postgres_wait_seconds:mean5m'},
        {unit: 's', limits: [0.005, 0.02]},
      ),
      graph(
        'Troubles',
        'Calls without a connection, connections that could not be opened, calls cut because Postgres was silent, calls repeated.',
        {
          'refused {{job}}': perSecond('chess_postgres_refused_total', 'job'),
          'not opened {{job}}': perSecond('chess_postgres_connect_failures_total', 'job'),
          'cut {{job}}': perSecond('chess_postgres_cuts_total', 'job'),
          'repeated {{job}}': perSecond('chess_postgres_retries_total', 'job'),
        },
        {unit: 'ops'},
      ),
      graph(
        'Connections opened',
        'A second; after the start it should be nearly 0.',
        {'{{job}} {{pool}}': perSecond('chess_postgres_connects_total', 'job, pool')},
        {unit: 'ops'},
      ),
    ),
    row(
      'Postgres from inside',
      stat(
        'Size',
        'Of the database.',
        {bytes: 'sum(pg_database_size_bytes{datname!~"template.*|postgres"})'},
        {unit: 'bytes'},
      ),
      stat(
        'Connections',
        'Share of max_connections in use.',
        {used: 'sum(pg_stat_activity_count) / max(pg_settings_max_connections)'},
        {unit: 'percentunit', limits: [0.7, 0.85]},
      ),
      stat(
        'Oldest transaction',
        'How long it has been open.',
        {age: 'max(pg_stat_activity_max_tx_duration{state!~"idle|disabled"})'},
        {unit: 's', limits: [60, 600]},
      ),
      stat(
        'Archive',
        'Failed attempts to archive the log, since the start.',
        {failed: 'max(pg_stat_archiver_failed_count)'},
        {limits: [1, 100]},
      ),
      graph(
        'Commits',
        'Transactions a second.',
        {
          commits:
            'sum(rate(pg_stat_database_xact_commit{datname!~"template.*|postgres"}[$__rate_interval]))',
          rollbacks:
            'sum(rate(pg_stat_database_xact_rollback{datname!~"template.*|postgres"}[$__rate_interval]))',
        },
        {unit: 'ops'},
      ),
      graph(
        'Rows',
        'Written and read a second.',
        {
          inserted: 'sum(rate(pg_stat_database_tup_inserted[$__rate_interval]))',
          updated: 'sum(rate(pg_stat_database_tup_updated[$__rate_interval]))',
          deleted: 'sum(rate(pg_stat_database_tup_deleted[$__rate_interval]))',
          fetched: 'sum(rate(pg_stat_database_tup_fetched[$__rate_interval]))',
        },
        {unit: 'ops'},
      ),
      graph(
        'Found in memory',
        'Share of pages that did not have to be read.',
        {
          hit: 'sum(rate(pg_stat_database_blks_hit[$__rate_interval])) / clamp_min(sum(rate(pg_stat_database_blks_hit[$__rate_interval])) + sum(rate(pg_stat_database_blks_read[$__rate_interval])), 1e-9)',
        },
        {unit: 'percentunit', limits: [0.98, 0.9], max: 1},
      ),
      graph('Sessions by state', 'Connections of the server.', {
        '{{state}}': 'sum by (state) (pg_stat_activity_count)',
      }),
      graph('Locks', 'Held or waited for, by mode.', {'{{mode}}': 'sum by (mode) (pg_locks_count)'}),
      graph('Checkpoints', 'A minute: by time, and by request because the log grew (raise max_wal_size).', {
        timed: '60 * sum(rate(pg_stat_bgwriter_checkpoints_timed_total[$__rate_interval]))',
        requested: '60 * sum(rate(pg_stat_bgwriter_checkpoints_req_total[$__rate_interval]))',
      }),
    ),
    row(
      'Redis as the services see it',
      stat(
        'Reached',
        'Every client of every service.',
        {up: 'min(chess_redis_up)'},
        {updown: ['away', 'up']},
      ),
      stat(
        'Waiting to be published',
        'Bells in queues.',
        {bells: 'sum(chess_redis_publisher_queued)'},
        {limits: [1000, 10000]},
      ),
      graph(
        'Bells',
        'Published and dropped a second, by service.',
        {
          '{{job}} published': perSecond('chess_redis_publisher_published_total', 'job'),
          '{{job}} dropped': perSecond('chess_redis_publisher_dropped_total', 'job'),
        },
        {unit: 'ops'},
      ),
      graph(
        'Commands',
        'Answered and failed a second, by service.',
        {
          '{{job}} {{client}}': perSecond('chess_redis_commands_total', 'job, client'),
          '{{job}} {{client}} failed': perSecond('chess_redis_failures_total', 'job, client'),
        },
        {unit: 'ops'},
      ),
      graph('Subscriptions of the clocks', 'Channels, messages a second, reconnections in an hour.', {
        channels: 'sum(chess_redis_subscriber_channels)',
        'messages a second': 'sum(rate(chess_redis_subscriber_messages_total[$__rate_interval]))',
        reconnections: 'sum(increase(chess_redis_subscriber_gaps_total[1h]))',
      }),
    ),
    row(
      'Redis from inside',
      stat('Up', 'As its exporter sees it.', {up: 'min(redis_up)'}, {updown: ['away', 'up']}),
      stat('Memory', 'Used by Redis.', {bytes: 'sum(redis_memory_used_bytes)'}, {unit: 'bytes'}),
      stat('Clients', 'Connections.', {clients: 'sum(redis_connected_clients)'}),
      stat('Channels', 'Channels with subscribers.', {channels: 'sum(redis_pubsub_channels)'}),
      graph(
        'Commands from inside',
        'A second.',
        {commands: 'sum(rate(redis_commands_processed_total[$__rate_interval]))'},
        {unit: 'ops'},
      ),
      graph(
        'Network',
        'Bytes a second.',
        {
          in: 'sum(rate(redis_net_input_bytes_total[$__rate_interval]))',
          out: 'sum(rate(redis_net_output_bytes_total[$__rate_interval]))',
        },
        {unit: 'Bps'},
      ),
      graph(
        'CPU',
        'Cores in use; Redis has one.',
        {
          cores:
            'sum(rate(redis_cpu_sys_seconds_total[$__rate_interval])) + sum(rate(redis_cpu_user_seconds_total[$__rate_interval]))',
        },
        {limits: [0.5, 0.8]},
      ),
    ),
  ],
);
