// The rooms that hosts have listed on this server. What shows them is loaded only if there are any.
import { api } from "../wire/api";
import type { OpenRoom } from "../wire/wire";
import { words } from "../words/words.svelte";
import type OpenRoomList from "./OpenRoomList.svelte";

const REFRESH_MS = 10_000;

class OpenRooms {
  rooms = $state.raw<readonly OpenRoom[]>([]);
  List = $state.raw<typeof OpenRoomList | null>(null);
  #isOff = false;

  /** Ask the server, unless nobody looks or it lists none; if that fails, the last list stays. */
  async refresh(): Promise<void> {
    if (this.#isOff || document.hidden) return;
    try {
      const { is_on, rooms } = await api.openRooms();
      this.#isOff = !is_on;
      if (rooms.length > 0 && !this.List) {
        const [{ default: List }] = await Promise.all([
          import("./OpenRoomList.svelte"),
          words.need("open"),
        ]);
        this.List = List;
      }
      this.rooms = rooms;
    } catch {
      // No error message: the list is only an offer.
    }
  }

  /** Ask again and again; return how to stop. */
  follow(): () => void {
    const timer = setInterval(() => void this.refresh(), REFRESH_MS);
    return () => clearInterval(timer);
  }
}

export const openRooms = new OpenRooms();
