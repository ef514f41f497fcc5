const two = (part: number) => String(part).padStart(2, "0");

/** Formats milliseconds as hours, minutes and seconds (`1:02:03`); a started second counts as a whole one. */
export function timeLeft(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1_000));
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  return `${hours === 0 ? "" : `${hours}:`}${hours === 0 ? minutes : two(minutes)}:${two(seconds % 60)}`;
}
