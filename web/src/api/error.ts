// Makes one kind of error of everything that can go wrong with a call.
import { Code, ConnectError } from '@connectrpc/connect';
import { ErrorInfoSchema, RetryInfoSchema } from '../gen/google/rpc/error_details_pb';

/** A failed call: the server's stable reason word, or one of the client's own. */
export class CallError extends Error {
  constructor(
    /** Reason word such as NOT_YOUR_TURN; NETWORK: no answer came; UNKNOWN: none was given. */
    readonly reason: string,
    /** What belongs to the reason: field names, squares, limits; `trace`, to be quoted in a report. */
    readonly metadata: Readonly<Record<string, string>>,
    /** True where the same call may succeed if it is repeated with the same request id. */
    readonly repeatable: boolean,
    /** How long the server asks to wait, in milliseconds; 0 where it does not say. */
    readonly waitMs: number,
    message: string,
  ) {
    super(message);
  }
}

const repeatableCodes = new Set([Code.Unavailable, Code.DeadlineExceeded, Code.Aborted]);

/** Reads the reason from an error that a call threw. */
export function callErrorOf(thrown: unknown): CallError {
  if (thrown instanceof CallError) return thrown;
  const error = ConnectError.from(thrown);
  const info = error.findDetails(ErrorInfoSchema)[0];
  const delay = error.findDetails(RetryInfoSchema)[0]?.retryDelay;
  const waitMs = delay ? Number(delay.seconds) * 1000 + delay.nanos / 1e6 : 0;
  const unreachable = !info && isNetworkFailure(thrown, error);
  return new CallError(
    info?.reason ?? (unreachable ? 'NETWORK' : 'UNKNOWN'),
    { ...info?.metadata, trace: error.metadata.get('x-chess-trace-id')?.slice(0, 8) ?? '' },
    unreachable || repeatableCodes.has(error.code),
    waitMs,
    error.rawMessage,
  );
}

/** A fetch that found nobody throws a TypeError; a proxy without its server answers 502 to 504. */
function isNetworkFailure(thrown: unknown, error: ConnectError): boolean {
  return (
    thrown instanceof TypeError ||
    error.cause instanceof TypeError ||
    error.code === Code.Unavailable ||
    error.code === Code.DeadlineExceeded
  );
}
