/** Display of steps in progress: a moving line on a terminal, otherwise a line every few seconds. */
export interface Progress {
  /**
   * Runs a step under a title. `report` changes its description while it runs; its result is shown at the end. A step that stopped
   * early gets no tick.
   */
  step<T>(
    title: string,
    run: (report: (words: string) => void) => Promise<T>,
    result?: (value: T) => string,
    isDone?: (value: T) => boolean,
  ): Promise<T>;
  /** Prints a line between steps. */
  say(words?: string): void;
  /** Ends the display of steps in progress, because no one waits for them any longer. */
  end(): void;
}

/** Output for the progress. */
export interface ProgressOutput {
  readonly isTTY?: boolean | undefined;
  /** Characters per line of the terminal. */
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

const showAfterMs = 800;
const frameMs = 120;
const lineMs = 3000;
const frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const titleWidth = 18;
const columnsDefault = 80;
const stopped = "‖";

/** Makes the display of a command; steps that run concurrently share the moving line. */
export function createProgress(output: ProgressOutput = process.stdout): Progress {
  const moving = output.isTTY === true;
  const clear = () => moving && output.write("\r\u001b[2K");
  const timers = new Set<NodeJS.Timeout>();
  const shown = new Map<symbol, () => string>();
  let ended = false;
  let frame = 0;
  const draw = () => {
    const line = `${frames[frame++ % frames.length]} ${[...shown.values()].map((text) => text()).join(" · ")}`;
    // A longer line would wrap in the terminal and stay there.
    output.write(`\r\u001b[2K${line.slice(0, (output.columns ?? columnsDefault) - 1)}`);
  };

  return {
    say(words = "") {
      clear();
      output.write(`${words}\n`);
    },
    end() {
      ended = true;
      for (const timer of timers) clearInterval(timer);
      clear();
    },
    async step(title, run, result, isDone = () => true) {
      const startedMs = performance.now();
      const elapsed = () => `${((performance.now() - startedMs) / 1000).toFixed(1)} s`;
      let words = "";
      const step = Symbol(title);
      const text = () => `${title.padEnd(titleWidth)} ${words || "…"} (${elapsed()})`;
      const show = () => {
        if (!moving) return void output.write(`… ${text()}\n`);
        shown.set(step, text);
        return draw();
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
        shown.delete(step);
        clearInterval(timer);
        timers.delete(timer);
      }
    },
  };
}
