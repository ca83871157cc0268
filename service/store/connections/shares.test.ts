import { expect, test } from "vitest";
import { shareOf } from "./database";

test.each([1, 2, 3, 4, 8, 64])(
  "%i processes have all places together, and a key never more than its part",
  (processes) => {
    for (const size of [
      { places: 10, placesPerKey: 8 },
      { places: 8, placesPerKey: 3 },
      { places: 6, placesPerKey: 2 },
    ]) {
      const { places, placesPerKey } = shareOf(size, processes);
      expect(places * processes).toBeGreaterThanOrEqual(size.places);
      expect((places - 1) * processes).toBeLessThan(size.places);
      expect(placesPerKey).toBeGreaterThanOrEqual(1);
      expect(placesPerKey / places).toBeLessThanOrEqual(Math.max(size.placesPerKey / size.places, 1 / places));
    }
  },
);
