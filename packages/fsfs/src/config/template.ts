/**
 * What `db/fsfs.conf` says in a new store: every option of svn with its default, commented out, in svn's order, and
 * our `[adaptive-compression]` at the end.
 *
 * Scripts edit it by whole lines, so the lines of options and sections keep svn's spelling.
 */
export const fsfsConfTemplate = `### Settings of this FSFS store.  The file is read each time the store is opened.
### A line that starts with '#' is a comment.  Remove the '#' and the space of
### an option's line to change its value.

[memcached-servers]
### Servers that Subversion may use as a cache of the store's data, one option
### each: the name is of no account, the value is HOST:PORT.
# first-server = 127.0.0.1:11211
# remote-memcached = mymemcached.corp.example.com:11212
### Stores that share a server need UUIDs and paths of their own, or they get
### each other's data.  Anyone who reaches the server can read and change what
### it holds, so keep it in a trusted network.  Revstore does not use it.

[caches]
### Whether an error of a cache ends the operation.  Otherwise the data is read
### from the store instead, and servers write the error to their log.
# fail-stop = true

[rep-sharing]
### Whether contents that are already in the store are stored as a reference to
### it.  Each commit then looks its contents up in a database, which takes some
### time.  May be changed whenever you like; what is stored stays as it is.
# enable-rep-sharing = true

[deltification]
### Contents can be stored as differences from an earlier revision.  That costs
### time in commits and, for long chains of differences, in reading; it saves
### most of the space that large and often changed nodes take.
###
### Whether directories are stored as differences.  Repositories with large
### directories gain most.
# enable-dir-deltification = true
###
### Whether property lists are stored as differences.  They are small, so the
### gain is too, unless you merge often.  Without rep-sharing, files may even
### get larger.
# enable-props-deltification = true
###
### How many earlier changes of a node a commit may go back to find the base of
### a difference.  A node with more of them is stored in full and starts anew.
### Should be a power of two minus one; 0 stores everything in full.
# max-deltification-walk = 1023
###
### How many differences in a row may each build on the latest change, which
### makes the smallest ones.  Longer chains skip back in powers of two, so that
### fewer have to be read.  Should be a power of two; 1 or less skips always.
# max-linear-deltification = 16
###
### How new contents are compressed; what is stored stays as it is.
###   compression = none | lz4 | zlib | zlib-1 ... zlib-9
### lz4 is fast and gives up early on data that will not compress, zlib makes
### smaller files and takes several times as long.  lz4 needs format 8, which
### Subversion 1.10 and later read, and is the default there; elsewhere zlib is.
### 'zlib' is 'zlib-5'.  Subversion before 1.10 does not know this option.
# compression = lz4
###
### The former name of the option, for zlib only; not together with the above.
###   compression-level = 0 ... 9

[packed-revprops]
### Up to how many kBytes of revision properties 'pack' puts into one file,
### counted before compression.  Larger files take less space, but each change
### of a property writes a whole one.  The default is 16, or 64 if compressed.
# revprop-pack-size = 16
###
### Whether these files are compressed.  That makes changes of revision
### properties slower.
# compress-packed-revprops = false

[io]
### How much is read at once, in stores of format 7 and later.  The values must
### be powers of two.
###
### kBytes of a block of a revision or pack file.  Half or all of the block size
### of a RAID is a good value; on SSDs, 16 may have a lower latency.  May be
### changed whenever you like.
# block-size = 64
###
### Entries in one page of the index from item numbers to offsets.  Larger pages
### help only where single revisions change about a million paths.
# l2p-page-size = 8192
###
### kBytes of a revision or pack file that one page of the index from offsets to
### items describes.  About 16 times the block size is right for source code;
### changes of tens of MBytes do well with more.
# p2l-page-size = 1024

[debug]
###
### Whether each new revision is checked before it becomes the youngest.
# verify-before-commit = false

[adaptive-compression]
### Options of Revstore; Subversion does not look at this section.
###
### Whether zlib is spared on data that will not compress.  Cheap tests tell;
### they apply to levels and sizes (bytes) from these on.
# early-abort = no
# early-abort-min-level = 3
# early-abort-min-size = 16384
###
### Data counts as compressible if 1/N of it can be saved; N is 8 ... 256.
# early-abort-min-saving = 64
###
### The second of the tests: huffman, zlib-1 or none.
# early-abort-probe = huffman
###
### Whether codec and level follow the speed of the disk, and the range in which
### they do: lz4, zlib-1 ... zlib-9.
# auto = no
# auto-min = lz4
# auto-max = zlib-6
###
### The level at which 'recompress' stores old revisions if the command names
### none: no, or zlib-1 ... zlib-9.
# recompress = no
`;
