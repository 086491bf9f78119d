/** Lines of a message as Subversion counts them: line ends (LF, CR, or a pair of both) and one. */
export function countLines(text: string): number {
  return text.split(/\n\r?|\r\n?/).length;
}
