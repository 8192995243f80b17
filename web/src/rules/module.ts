// The bare WebAssembly module (libs/rules/wasm/module.h): text in, text out. Everything else stands
// on rules.ts.

/** What went wrong, in the words of the server: a reason, a sentence, and what belongs to it. */
export class RulesError extends Error {
  constructor(
    readonly reason: string,
    readonly metadata: Readonly<Record<string, string>>,
    message: string,
  ) {
    super(message);
  }
}

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  chess_input(size: number): number;
  chess_output(): number;
  chess_output_size(): number;
}

type Call = (...args: number[]) => number | bigint | undefined;

/** One instance of the module: one thread, with a memory of its own. */
export class RulesModule {
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder();

  private constructor(private readonly exports: Exports & Record<string, Call>) {
    exports._initialize();
  }

  /** From a response (streamed) or from bytes. */
  static async load(source: Promise<Response> | BufferSource): Promise<RulesModule> {
    const imports = {
      env: { emscripten_notify_memory_growth: () => {} },
      wasi_snapshot_preview1: { proc_exit: () => {} },
    };
    const { instance } =
      source instanceof Promise
        ? await WebAssembly.instantiateStreaming(source, imports)
        : await WebAssembly.instantiate(source, imports);
    return new RulesModule(instance.exports as unknown as Exports & Record<string, Call>);
  }

  /** Calls an export with a text before it; its answer as the module gives it. */
  call(name: string, text: string | null, ...args: number[]): number | bigint | undefined {
    if (text !== null) this.write(text);
    try {
      return this.exports[name]!(...args);
    } catch (trap) {
      throw new Error(`the rules broke an invariant: ${this.read()}`, { cause: trap });
    }
  }

  /** What the last call left. */
  read(): string {
    const { memory, chess_output: output, chess_output_size: size } = this.exports;
    return this.decoder.decode(new Uint8Array(memory.buffer, output(), size()));
  }

  /** The error that the last call left. */
  error(): RulesError {
    const { reason, message, metadata } = JSON.parse(this.read()) as RulesError;
    return new RulesError(reason, metadata, message);
  }

  private write(text: string): void {
    const bytes = this.encoder.encode(text);
    const at = this.exports.chess_input(bytes.length);
    new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes);
  }
}
