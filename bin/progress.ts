/** Shows what is being done; on a terminal the line moves, elsewhere it says so every few seconds. */
export interface Progress {
  /** Runs a step under a title; `report` changes what is said of it while it runs, its result is said at the end; one that has stopped before its end gets no tick. */
  step<T>(
    title: string,
    run: (report: (words: string) => void) => Promise<T>,
    result?: (value: T) => string,
    isDone?: (value: T) => boolean,
  ): Promise<T>;
  /** Says something between steps. */
  say(words?: string): void;
  /** Ends the display of steps that are under way, because nobody waits for them any more. */
  end(): void;
}

/** Where progress is shown. */
export interface ProgressOutput {
  readonly isTTY?: boolean | undefined;
  write(text: string): unknown;
}

const showAfterMs = 800;
const frameMs = 120;
const lineMs = 3000;
const frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const titleWidth = 18;
const stopped = "‖";

/** Makes the display of a command. */
export function createProgress(output: ProgressOutput = process.stdout): Progress {
  const moving = output.isTTY === true;
  const clear = () => moving && output.write("\r\u001b[2K");
  const timers = new Set<NodeJS.Timeout>();
  let ended = false;

  return {
    say: (words = "") => void output.write(`${words}\n`),
    end() {
      ended = true;
      for (const timer of timers) clearInterval(timer);
      clear();
    },
    async step(title, run, result, isDone = () => true) {
      const startedMs = performance.now();
      const elapsed = () => `${((performance.now() - startedMs) / 1000).toFixed(1)} s`;
      let words = "";
      let frame = 0;
      const show = () => {
        const text = `${title.padEnd(titleWidth)} ${words || "…"} (${elapsed()})`;
        output.write(moving ? `\r\u001b[2K${frames[frame++ % frames.length]} ${text}` : `… ${text}\n`);
      };
      let timer = setTimeout(() => {
        timers.delete(timer);
        show();
        timer = setInterval(show, moving ? frameMs : lineMs);
        timers.add(timer);
      }, showAfterMs);
      timers.add(timer);
      try {
        const value = await run((said) => (words = said));
        if (ended) return value;
        clear();
        output.write(
          `${isDone(value) ? "✔" : stopped} ${title.padEnd(titleWidth)} ${result?.(value) ?? words} (${elapsed()})\n`,
        );
        return value;
      } catch (error) {
        if (ended) throw error;
        clear();
        output.write(`✘ ${title.padEnd(titleWidth)} failed (${elapsed()})\n`);
        throw error;
      } finally {
        clearInterval(timer);
        timers.delete(timer);
      }
    },
  };
}
