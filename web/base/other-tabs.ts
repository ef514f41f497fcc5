/** Message of a tab to the other tabs of the same browser. */
export type TabNews = "signedIn" | "signedOut";

const channel = new BroadcastChannel("gatehouse-session");

/** Sends a message to the other tabs. */
export function tellOtherTabs(news: TabNews): void {
  // A BroadcastChannel reaches only pages of the same origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage(news);
}

/** Listens for messages of other tabs; returns the function that stops it. */
export function hearOtherTabs(listener: (news: TabNews) => void): () => void {
  const heard = ({ data }: MessageEvent<TabNews>) => listener(data);
  channel.addEventListener("message", heard);
  return () => channel.removeEventListener("message", heard);
}
