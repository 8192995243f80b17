// Client-side routes. Paths are the public addresses of things and stay as they are.

export type Route =
  | { page: 'start'; joinCode: string }
  | { page: 'game'; gameId: string }
  | { page: 'history'; name: string }
  | { page: 'missing' };

/** The route of a path: "/", "/join/CODE", "/game/ID", "/history", "/player/NAME". */
export function routeOf(path: string): Route {
  const [, first = '', second = '', extra] = path.split('/').map(decode);
  if (extra) return { page: 'missing' };
  if (first === '') return { page: 'start', joinCode: '' };
  if (first === 'join' && /^[A-Za-z0-9]{6}$/.test(second)) {
    return { page: 'start', joinCode: second.toUpperCase() };
  }
  if (first === 'game' && /^[A-Za-z0-9]{1,16}$/.test(second))
    return { page: 'game', gameId: second };
  if (first === 'history' && second === '') return { page: 'history', name: '' };
  if (first === 'player' && second !== '') return { page: 'history', name: second };
  return { page: 'missing' };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

class Router {
  path = $state(location.pathname);
  route = $derived(routeOf(this.path));

  start(): void {
    addEventListener('popstate', () => (this.path = location.pathname));
    // Links inside the page are followed without loading it again; all others are left alone.
    document.addEventListener('click', (event) => this.follow(event));
  }

  go(path: string): void {
    if (path === this.path) return;
    history.pushState(null, '', path);
    this.path = path;
    scrollTo(0, 0);
  }

  private follow(event: MouseEvent): void {
    const link = (event.target as Element | null)?.closest?.('a');
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    if (!link || !plain || event.defaultPrevented || link.target || link.download) return;
    if (link.origin !== location.origin) return;
    event.preventDefault();
    this.go(link.pathname);
  }
}

export const router = new Router();
