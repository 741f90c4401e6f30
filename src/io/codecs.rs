//! The libraries of the feature `compression`. Without it, compressed data is an error.

use std::io::{self, BufRead, Read, Write};

/// A compressed format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Codec {
    Zstd,
    /// One or more members.
    Gzip,
    Bzip2,
    /// Without a header, as in zip archives.
    Deflate,
}

#[cfg(feature = "compression")]
mod libraries {
    use super::*;

    /// The largest window of a zstd frame, as a power of two: that of `zstd --ultra --long=31`, the
    /// maximum of the format. With pointers of 32 bits zstd allows half of it.
    const MAX_WINDOW_LOG: u32 = if cfg!(target_pointer_width = "64") { 31 } else { 30 };

    /// Returns a reader of decompressed data.
    pub(crate) fn decoder<'a>(
        codec: Codec,
        raw: impl BufRead + Send + 'a,
    ) -> io::Result<Box<dyn Read + Send + 'a>> {
        Ok(match codec {
            Codec::Zstd => {
                let mut decoder = zstd::Decoder::with_buffer(raw)?;
                decoder.window_log_max(MAX_WINDOW_LOG)?;
                Box::new(decoder)
            }
            Codec::Gzip => Box::new(GzipDecoder::Between(Some(raw))),
            Codec::Bzip2 => Box::new(bzip2::bufread::MultiBzDecoder::new(raw)),
            Codec::Deflate => Box::new(flate2::bufread::DeflateDecoder::new(raw)),
        })
    }

    /// A reader of gzip members, with zeros as padding between and after them.
    enum GzipDecoder<R: BufRead> {
        Member(Box<flate2::bufread::GzDecoder<R>>),
        /// Before a member; nothing while it is opened.
        Between(Option<R>),
    }

    impl<R: BufRead> Read for GzipDecoder<R> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            loop {
                match self {
                    GzipDecoder::Member(member) => {
                        let bytes = member.read(buffer)?;
                        if bytes > 0 || buffer.is_empty() {
                            return Ok(bytes);
                        }
                    }
                    GzipDecoder::Between(raw) => {
                        let Some(source) = raw else { return Ok(0) };
                        let ahead = source.fill_buf()?;
                        let zeros = ahead.iter().take_while(|&&byte| byte == 0).count();
                        let is_padding = zeros == ahead.len();
                        if ahead.is_empty() {
                            return Ok(0);
                        }
                        source.consume(zeros);
                        if !is_padding && let Some(source) = raw.take() {
                            let member = flate2::bufread::GzDecoder::new(source);
                            *self = GzipDecoder::Member(Box::new(member));
                        }
                        continue;
                    }
                }
                if let GzipDecoder::Member(member) =
                    std::mem::replace(self, GzipDecoder::Between(None))
                {
                    *self = GzipDecoder::Between(Some(member.into_inner()));
                }
            }
        }
    }

    /// Returns a reader of a short zstd record, whose window has the usual limit.
    pub(crate) fn record_decoder(record: &[u8]) -> io::Result<impl Read> {
        zstd::Decoder::with_buffer(record)
    }

    /// A writer of compressed data.
    pub(crate) enum Compressor<W: Write> {
        Zstd(zstd::Encoder<'static, W>),
        Gzip(flate2::write::GzEncoder<W>),
        Bzip2(bzip2::write::BzEncoder<W>),
    }

    impl<W: Write> Compressor<W> {
        pub(crate) fn new(codec: Codec, sink: W) -> io::Result<Compressor<W>> {
            Ok(match codec {
                Codec::Zstd => {
                    let mut encoder = zstd::Encoder::new(sink, 3)?;
                    // so that any damage is detected
                    encoder.include_checksum(true)?;
                    Compressor::Zstd(encoder)
                }
                Codec::Gzip | Codec::Deflate => {
                    let level = flate2::Compression::default();
                    Compressor::Gzip(flate2::write::GzEncoder::new(sink, level))
                }
                Codec::Bzip2 => {
                    let level = bzip2::Compression::best();
                    Compressor::Bzip2(bzip2::write::BzEncoder::new(sink, level))
                }
            })
        }

        /// Writes the end of the data and returns the sink.
        pub(crate) fn finish(self) -> io::Result<W> {
            match self {
                Compressor::Zstd(encoder) => encoder.finish(),
                Compressor::Gzip(encoder) => encoder.finish(),
                Compressor::Bzip2(encoder) => encoder.finish(),
            }
        }

        pub(crate) fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            match self {
                Compressor::Zstd(encoder) => encoder.write(bytes),
                Compressor::Gzip(encoder) => encoder.write(bytes),
                Compressor::Bzip2(encoder) => encoder.write(bytes),
            }
        }
    }

    /// A CRC-32.
    #[derive(Default)]
    pub(crate) struct Crc(flate2::Crc);

    impl Crc {
        /// Adds bytes.
        pub(crate) fn update(&mut self, bytes: &[u8]) {
            self.0.update(bytes);
        }

        /// Returns the checksum.
        pub(crate) fn sum(&self) -> u32 {
            self.0.sum()
        }
    }
}

#[cfg(not(feature = "compression"))]
mod libraries {
    use std::convert::Infallible;
    use std::marker::PhantomData;

    use super::*;

    /// Returns the error of a missing feature.
    fn missing<T>() -> io::Result<T> {
        let reason = "enroque was built without the feature `compression`";
        Err(io::Error::new(io::ErrorKind::Unsupported, reason))
    }

    /// Returns an error.
    pub(crate) fn decoder<'a>(
        _: Codec,
        _: impl BufRead + Send + 'a,
    ) -> io::Result<Box<dyn Read + Send + 'a>> {
        missing()
    }

    /// Returns an error.
    pub(crate) fn record_decoder(_: &[u8]) -> io::Result<impl Read> {
        missing::<io::Empty>()
    }

    /// A writer that does not exist.
    pub(crate) struct Compressor<W>(Infallible, PhantomData<W>);

    impl<W: Write> Compressor<W> {
        pub(crate) fn new(_: Codec, _: W) -> io::Result<Compressor<W>> {
            missing()
        }

        pub(crate) fn finish(self) -> io::Result<W> {
            match self.0 {}
        }

        pub(crate) fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            match self.0 {}
        }
    }

    /// The checksum of a zip archive, which is not verified.
    #[derive(Default)]
    pub(crate) struct Crc(());

    impl Crc {
        pub(crate) fn update(&mut self, _: &[u8]) {}

        pub(crate) fn sum(&self) -> u32 {
            0
        }
    }
}

pub(crate) use libraries::*;
