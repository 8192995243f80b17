// Timestamps of the wire as milliseconds since the epoch.
import type { Timestamp } from '@bufbuild/protobuf/wkt';

export function millisOf(time: Timestamp | undefined): number | null {
  return time ? Number(time.seconds) * 1000 + time.nanos / 1e6 : null;
}
