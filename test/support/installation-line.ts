const line = /^Installation: .*\n/m;

/** What a command has printed, and by itself the line with which a local one says on which installation it acts. */
export function withoutInstallation(printed: string): { readonly output: string; readonly installation: string } {
  return { output: printed.replace(line, ""), installation: line.exec(printed)?.[0] ?? "" };
}
