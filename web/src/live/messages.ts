// What a tab and the hub of live events say to each other. Everything is plain data, so that it
// passes through a MessagePort; protobuf messages travel as their bytes.

/** From a tab to the hub. */
export type ToHub =
  /** The tab is here, with this session; also said again when the session changes. */
  | { kind: 'hello'; token: string }
  /** The tab wants what happens in a game after this number. */
  | { kind: 'watch'; gameId: string; afterSeq: string }
  /** The tab no longer wants a game. */
  | { kind: 'unwatch'; gameId: string }
  /** The tab is still here. */
  | { kind: 'alive' }
  /** The tab goes away. */
  | { kind: 'bye' };

/** From the hub to a tab. */
export type ToTab =
  /** Something arrived: a WatchResponse. */
  | { kind: 'event'; bytes: Uint8Array }
  /** The game is watched from this number on; a tab that has less must load the game again. */
  | { kind: 'watching'; gameId: string; cursor: string }
  /** Whether the stream stands. */
  | { kind: 'status'; connected: boolean }
  /** The server refused the stream for who is asking: the tab should find out why. */
  | { kind: 'doubted' }
  /** The hub had forgotten the tab; it must say everything again. */
  | { kind: 'forgotten' };
