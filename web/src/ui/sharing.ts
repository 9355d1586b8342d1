// Giving a link away, by whatever the device has for that.
import { copyText } from "./clipboard";

export const canShare = (): boolean => "share" in navigator;

/** Open the device's share sheet, or copy the link where there is none; tell whether it was copied. */
export async function shareOrCopy(what: ShareData & { url: string }): Promise<boolean> {
  if (canShare()) {
    try {
      await navigator.share(what);
      return false;
    } catch (error) {
      // Whoever changes their mind in the share sheet needs no message.
      if (error instanceof DOMException && error.name === "AbortError") return false;
    }
  }
  return copyText(what.url);
}
