/** Style sheets are put into the page by vite. */
declare module '*.css';
