/** In a text for pages a moment stays as it is: they show it in the zone of the site, as all their times. */
export const keepInstant = (at: string | number): string => new Date(at).toISOString();
