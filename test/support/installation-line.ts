const line = /^Installation: .*\n/m;

/** Splits the text that a command has printed: the output, and the line with which a local one names its installation. */
export function withoutInstallation(printed: string): { readonly output: string; readonly installation: string } {
  return { output: printed.replace(line, ""), installation: line.exec(printed)?.[0] ?? "" };
}
