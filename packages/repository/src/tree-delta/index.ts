/** What differs between two trees: nodes added, deleted and changed, in the order of Subversion's reports. */
export { sameProperties, sameText } from './same-contents.js';
export { treeDelta, type DeltaNode, type TreeChange, type TreeDeltaOptions } from './tree-delta.js';
