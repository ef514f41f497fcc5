const two = (part: number) => String(part).padStart(2, "0");

/** A time in hours, minutes and seconds, as clocks show it; what is begun of a second counts whole. */
export function timeLeft(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1_000));
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  return `${hours === 0 ? "" : `${hours}:`}${hours === 0 ? minutes : two(minutes)}:${two(seconds % 60)}`;
}
