//! The libraries of the feature `compression`. Without it, compressed data is an error.

use std::io::{self, BufRead, Read};

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
    use super::*;

    /// Returns the error of a missing feature.
    pub(crate) fn missing<T>() -> io::Result<T> {
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
