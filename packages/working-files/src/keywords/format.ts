/** What the format codes stand for; one character a byte. '' where unknown. */
export interface KeywordTexts {
  readonly revision: string;
  readonly url: string;
  readonly rootUrl: string;
  readonly author: string;
  readonly shortDate: string;
  readonly longDate: string;
}

function decodeUri(text: string): string {
  return text.replace(/%([0-9A-Fa-f]{2})/g, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)));
}

function pathInRepository(rootUrl: string, url: string): string {
  if (rootUrl === '' || !url.startsWith(rootUrl)) return '';
  const rest = url.slice(rootUrl.length);
  if (rootUrl.endsWith('/')) return decodeUri(rest);
  return rest.startsWith('/') ? decodeUri(rest.slice(1)) : '';
}

function baseName(url: string): string {
  return decodeUri(url.slice(url.lastIndexOf('/') + 1));
}

/** Replaces the format codes of a keyword's format; a code that is not known stays as it is. */
export function formatKeyword(format: string, texts: KeywordTexts): string {
  return format.replace(/%(.)/gs, (whole, code: string) => {
    switch (code) {
      case 'a':
        return texts.author;
      case 'b':
        return baseName(texts.url);
      case 'd':
        return texts.shortDate;
      case 'D':
        return texts.longDate;
      case 'P':
        return pathInRepository(texts.rootUrl, texts.url);
      case 'R':
        return texts.rootUrl;
      case 'r':
        return texts.revision;
      case 'u':
        return texts.url;
      case '_':
        return ' ';
      case '%':
        return '%';
      case 'H':
        return formatKeyword('%P %r %d %a', texts);
      case 'I':
        return formatKeyword('%b %r %d %a', texts);
      default:
        return whole;
    }
  });
}
